// The names that ECMA-262 knows: facts of the Unicode Character Database, not its data.
#include "patterns/unicode_property.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

/// A name and its aliases; the second, where there is one, is the short name.
using row = std::array<std::string_view, 3>;

constexpr row general_categories[] = {{"Cased_Letter", "LC"},
                                      {"Close_Punctuation", "Pe"},
                                      {"Connector_Punctuation", "Pc"},
                                      {"Control", "Cc", "cntrl"},
                                      {"Currency_Symbol", "Sc"},
                                      {"Dash_Punctuation", "Pd"},
                                      {"Decimal_Number", "Nd", "digit"},
                                      {"Enclosing_Mark", "Me"},
                                      {"Final_Punctuation", "Pf"},
                                      {"Format", "Cf"},
                                      {"Initial_Punctuation", "Pi"},
                                      {"Letter", "L"},
                                      {"Letter_Number", "Nl"},
                                      {"Line_Separator", "Zl"},
                                      {"Lowercase_Letter", "Ll"},
                                      {"Mark", "M", "Combining_Mark"},
                                      {"Math_Symbol", "Sm"},
                                      {"Modifier_Letter", "Lm"},
                                      {"Modifier_Symbol", "Sk"},
                                      {"Nonspacing_Mark", "Mn"},
                                      {"Number", "N"},
                                      {"Open_Punctuation", "Ps"},
                                      {"Other", "C"},
                                      {"Other_Letter", "Lo"},
                                      {"Other_Number", "No"},
                                      {"Other_Punctuation", "Po"},
                                      {"Other_Symbol", "So"},
                                      {"Paragraph_Separator", "Zp"},
                                      {"Private_Use", "Co"},
                                      {"Punctuation", "P", "punct"},
                                      {"Separator", "Z"},
                                      {"Space_Separator", "Zs"},
                                      {"Spacing_Mark", "Mc"},
                                      {"Surrogate", "Cs"},
                                      {"Symbol", "S"},
                                      {"Titlecase_Letter", "Lt"},
                                      {"Unassigned", "Cn"},
                                      {"Uppercase_Letter", "Lu"}};

constexpr row binary_properties[] = {{"ASCII"},
                                     {"ASCII_Hex_Digit", "AHex"},
                                     {"Alphabetic", "Alpha"},
                                     {"Any"},
                                     {"Assigned"},
                                     {"Bidi_Control", "Bidi_C"},
                                     {"Bidi_Mirrored", "Bidi_M"},
                                     {"Case_Ignorable", "CI"},
                                     {"Cased"},
                                     {"Changes_When_Casefolded", "CWCF"},
                                     {"Changes_When_Casemapped", "CWCM"},
                                     {"Changes_When_Lowercased", "CWL"},
                                     {"Changes_When_NFKC_Casefolded", "CWKCF"},
                                     {"Changes_When_Titlecased", "CWT"},
                                     {"Changes_When_Uppercased", "CWU"},
                                     {"Dash"},
                                     {"Default_Ignorable_Code_Point", "DI"},
                                     {"Deprecated", "Dep"},
                                     {"Diacritic", "Dia"},
                                     {"Emoji"},
                                     {"Emoji_Component", "EComp"},
                                     {"Emoji_Modifier", "EMod"},
                                     {"Emoji_Modifier_Base", "EBase"},
                                     {"Emoji_Presentation", "EPres"},
                                     {"Extended_Pictographic", "ExtPict"},
                                     {"Extender", "Ext"},
                                     {"Grapheme_Base", "Gr_Base"},
                                     {"Grapheme_Extend", "Gr_Ext"},
                                     {"Hex_Digit", "Hex"},
                                     {"IDS_Binary_Operator", "IDSB"},
                                     {"IDS_Trinary_Operator", "IDST"},
                                     {"ID_Continue", "IDC"},
                                     {"ID_Start", "IDS"},
                                     {"Ideographic", "Ideo"},
                                     {"Join_Control", "Join_C"},
                                     {"Logical_Order_Exception", "LOE"},
                                     {"Lowercase", "Lower"},
                                     {"Math"},
                                     {"Noncharacter_Code_Point", "NChar"},
                                     {"Pattern_Syntax", "Pat_Syn"},
                                     {"Pattern_White_Space", "Pat_WS"},
                                     {"Quotation_Mark", "QMark"},
                                     {"Radical"},
                                     {"Regional_Indicator", "RI"},
                                     {"Sentence_Terminal", "STerm"},
                                     {"Soft_Dotted", "SD"},
                                     {"Terminal_Punctuation", "Term"},
                                     {"Unified_Ideograph", "UIdeo"},
                                     {"Uppercase", "Upper"},
                                     {"Variation_Selector", "VS"},
                                     {"White_Space", "space"},
                                     {"XID_Continue", "XIDC"},
                                     {"XID_Start", "XIDS"}};

constexpr row scripts[] = {{"Adlam", "Adlm"},
                           {"Ahom", "Ahom"},
                           {"Anatolian_Hieroglyphs", "Hluw"},
                           {"Arabic", "Arab"},
                           {"Armenian", "Armn"},
                           {"Avestan", "Avst"},
                           {"Balinese", "Bali"},
                           {"Bamum", "Bamu"},
                           {"Bassa_Vah", "Bass"},
                           {"Batak", "Batk"},
                           {"Bengali", "Beng"},
                           {"Beria_Erfe", "Berf"},
                           {"Bhaiksuki", "Bhks"},
                           {"Bopomofo", "Bopo"},
                           {"Brahmi", "Brah"},
                           {"Braille", "Brai"},
                           {"Buginese", "Bugi"},
                           {"Buhid", "Buhd"},
                           {"Canadian_Aboriginal", "Cans"},
                           {"Carian", "Cari"},
                           {"Caucasian_Albanian", "Aghb"},
                           {"Chakma", "Cakm"},
                           {"Cham", "Cham"},
                           {"Cherokee", "Cher"},
                           {"Chorasmian", "Chrs"},
                           {"Common", "Zyyy"},
                           {"Coptic", "Copt", "Qaac"},
                           {"Cuneiform", "Xsux"},
                           {"Cypriot", "Cprt"},
                           {"Cypro_Minoan", "Cpmn"},
                           {"Cyrillic", "Cyrl"},
                           {"Deseret", "Dsrt"},
                           {"Devanagari", "Deva"},
                           {"Dives_Akuru", "Diak"},
                           {"Dogra", "Dogr"},
                           {"Duployan", "Dupl"},
                           {"Egyptian_Hieroglyphs", "Egyp"},
                           {"Elbasan", "Elba"},
                           {"Elymaic", "Elym"},
                           {"Ethiopic", "Ethi"},
                           {"Garay", "Gara"},
                           {"Georgian", "Geor"},
                           {"Glagolitic", "Glag"},
                           {"Gothic", "Goth"},
                           {"Grantha", "Gran"},
                           {"Greek", "Grek"},
                           {"Gujarati", "Gujr"},
                           {"Gunjala_Gondi", "Gong"},
                           {"Gurmukhi", "Guru"},
                           {"Gurung_Khema", "Gukh"},
                           {"Han", "Hani"},
                           {"Hangul", "Hang"},
                           {"Hanifi_Rohingya", "Rohg"},
                           {"Hanunoo", "Hano"},
                           {"Hatran", "Hatr"},
                           {"Hebrew", "Hebr"},
                           {"Hiragana", "Hira"},
                           {"Imperial_Aramaic", "Armi"},
                           {"Inherited", "Zinh", "Qaai"},
                           {"Inscriptional_Pahlavi", "Phli"},
                           {"Inscriptional_Parthian", "Prti"},
                           {"Javanese", "Java"},
                           {"Kaithi", "Kthi"},
                           {"Kannada", "Knda"},
                           {"Katakana", "Kana"},
                           {"Kawi", "Kawi"},
                           {"Kayah_Li", "Kali"},
                           {"Kharoshthi", "Khar"},
                           {"Khitan_Small_Script", "Kits"},
                           {"Khmer", "Khmr"},
                           {"Khojki", "Khoj"},
                           {"Khudawadi", "Sind"},
                           {"Kirat_Rai", "Krai"},
                           {"Lao", "Laoo"},
                           {"Latin", "Latn"},
                           {"Lepcha", "Lepc"},
                           {"Limbu", "Limb"},
                           {"Linear_A", "Lina"},
                           {"Linear_B", "Linb"},
                           {"Lisu", "Lisu"},
                           {"Lycian", "Lyci"},
                           {"Lydian", "Lydi"},
                           {"Mahajani", "Mahj"},
                           {"Makasar", "Maka"},
                           {"Malayalam", "Mlym"},
                           {"Mandaic", "Mand"},
                           {"Manichaean", "Mani"},
                           {"Marchen", "Marc"},
                           {"Masaram_Gondi", "Gonm"},
                           {"Medefaidrin", "Medf"},
                           {"Meetei_Mayek", "Mtei"},
                           {"Mende_Kikakui", "Mend"},
                           {"Meroitic_Cursive", "Merc"},
                           {"Meroitic_Hieroglyphs", "Mero"},
                           {"Miao", "Plrd"},
                           {"Modi", "Modi"},
                           {"Mongolian", "Mong"},
                           {"Mro", "Mroo"},
                           {"Multani", "Mult"},
                           {"Myanmar", "Mymr"},
                           {"Nabataean", "Nbat"},
                           {"Nag_Mundari", "Nagm"},
                           {"Nandinagari", "Nand"},
                           {"New_Tai_Lue", "Talu"},
                           {"Newa", "Newa"},
                           {"Nko", "Nkoo"},
                           {"Nushu", "Nshu"},
                           {"Nyiakeng_Puachue_Hmong", "Hmnp"},
                           {"Ogham", "Ogam"},
                           {"Ol_Chiki", "Olck"},
                           {"Ol_Onal", "Onao"},
                           {"Old_Hungarian", "Hung"},
                           {"Old_Italic", "Ital"},
                           {"Old_North_Arabian", "Narb"},
                           {"Old_Permic", "Perm"},
                           {"Old_Persian", "Xpeo"},
                           {"Old_Sogdian", "Sogo"},
                           {"Old_South_Arabian", "Sarb"},
                           {"Old_Turkic", "Orkh"},
                           {"Old_Uyghur", "Ougr"},
                           {"Oriya", "Orya"},
                           {"Osage", "Osge"},
                           {"Osmanya", "Osma"},
                           {"Pahawh_Hmong", "Hmng"},
                           {"Palmyrene", "Palm"},
                           {"Pau_Cin_Hau", "Pauc"},
                           {"Phags_Pa", "Phag"},
                           {"Phoenician", "Phnx"},
                           {"Psalter_Pahlavi", "Phlp"},
                           {"Rejang", "Rjng"},
                           {"Runic", "Runr"},
                           {"Samaritan", "Samr"},
                           {"Saurashtra", "Saur"},
                           {"Sharada", "Shrd"},
                           {"Shavian", "Shaw"},
                           {"Siddham", "Sidd"},
                           {"Sidetic", "Sidt"},
                           {"SignWriting", "Sgnw"},
                           {"Sinhala", "Sinh"},
                           {"Sogdian", "Sogd"},
                           {"Sora_Sompeng", "Sora"},
                           {"Soyombo", "Soyo"},
                           {"Sundanese", "Sund"},
                           {"Sunuwar", "Sunu"},
                           {"Syloti_Nagri", "Sylo"},
                           {"Syriac", "Syrc"},
                           {"Tagalog", "Tglg"},
                           {"Tagbanwa", "Tagb"},
                           {"Tai_Le", "Tale"},
                           {"Tai_Tham", "Lana"},
                           {"Tai_Viet", "Tavt"},
                           {"Tai_Yo", "Tayo"},
                           {"Takri", "Takr"},
                           {"Tamil", "Taml"},
                           {"Tangsa", "Tnsa"},
                           {"Tangut", "Tang"},
                           {"Telugu", "Telu"},
                           {"Thaana", "Thaa"},
                           {"Thai", "Thai"},
                           {"Tibetan", "Tibt"},
                           {"Tifinagh", "Tfng"},
                           {"Tirhuta", "Tirh"},
                           {"Todhri", "Todr"},
                           {"Tolong_Siki", "Tols"},
                           {"Toto", "Toto"},
                           {"Tulu_Tigalari", "Tutg"},
                           {"Ugaritic", "Ugar"},
                           {"Unknown", "Zzzz"},
                           {"Vai", "Vaii"},
                           {"Vithkuqi", "Vith"},
                           {"Wancho", "Wcho"},
                           {"Warang_Citi", "Wara"},
                           {"Yezidi", "Yezi"},
                           {"Yi", "Yiii"},
                           {"Zanabazar_Square", "Zanb"}};

/// The short name of the row that has this name; empty if there is none.
std::string_view short_name(std::span<const row> rows, std::string_view name) noexcept {
  if (name.empty()) return {};
  for (const row& r : rows) {
    if (std::find(r.begin(), r.end(), name) != r.end()) return r[1].empty() ? r[0] : r[1];
  }
  return {};
}

}  // namespace

std::vector<std::string_view> script_names() {
  std::vector<std::string_view> names;
  for (const row& r : scripts) names.push_back(r[1]);
  return names;
}

std::optional<unicode_property> find_unicode_property(std::string_view name, std::string_view value,
                                                      bool has_value) noexcept {
  using what = unicode_property::what;
  unicode_property found;
  if (!has_value) {
    found.kind = what::general_category;
    found.name = short_name(general_categories, name);
    if (found.name.empty()) {
      found.kind = what::binary;
      found.name = short_name(binary_properties, name);
    }
  } else if (name == "General_Category" || name == "gc") {
    found.kind = what::general_category;
    found.name = short_name(general_categories, value);
  } else if (name == "Script" || name == "sc") {
    found.kind = what::script;
    found.name = short_name(scripts, value);
  } else if (name == "Script_Extensions" || name == "scx") {
    found.kind = what::script_extensions;
    found.name = short_name(scripts, value);
  }
  if (found.name.empty()) return std::nullopt;
  return found;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
