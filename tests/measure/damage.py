"""Known kinds of damage to a JSON document: the table KINDS, and what each of them does.

A function takes a Document and numbers to choose by, changes the document, and returns whether it could. It touches
only tokens that nothing else has touched, so that kinds can be laid over each other; those of one group exclude each
other. `loses` marks the kind that says itself that something is missing: whoever reads a whole value out of it has
guessed. What a cut loses is found by program (Document.loses_data).
"""

import json
import re
from dataclasses import dataclass

from document import ESCAPES, Token, has_escape, unescape

LANGUAGES = ["json", "json", "", "JSON", "javascript"]
OPENINGS = [
    "Sure! Here is the JSON you asked for:",
    "Here's the extracted data:",
    "Based on the text, I would fill in the form as follows.",
    "The answer, in the requested format:",
    "Certainly. I read the document twice; the result (see below) is complete.",
]
CLOSINGS = [
    "Let me know if you need anything else!",
    "Note: all values were taken from the text.",
    "I hope this helps. The fields [optional] were left out where nothing was said.",
    "Is there anything you would like me to change?",
]
THOUGHTS = [
    "The user wants one JSON object. I fill in what the text says.",
    "First the names, then the numbers.\nA draft could begin with {\"name\": ... but let me check the types first.",
    "Okay, so the schema asks for specific fields. Nothing is missing.",
]
NOTES = ["as stated in the text", "see above", "required", "TODO: check"]
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
WORDS = re.compile(r"[A-Za-z][a-z]+( [A-Za-z][a-z]+)*")


def fence(doc, pick):
    doc.before, doc.after = "```" + pick.choice(LANGUAGES) + "\n" + doc.before, doc.after + "\n```"
    return True


def prose_before(doc, pick):
    doc.before = pick.choice(OPENINGS) + "\n\n" + doc.before
    return True


def prose_after(doc, pick):
    doc.after += "\n\n" + pick.choice(CLOSINGS)
    return True


def think_block(doc, pick):
    doc.before = "<think>\n" + pick.choice(THOUGHTS) + "\n</think>\n\n" + doc.before
    return True


def tags(doc, pick):
    name = pick.choice(["tool_call", "answer", "json", "output"])
    doc.before, doc.after = f"<{name}>\n" + doc.before, doc.after + f"\n</{name}>"
    return True


def byte_order_mark(doc, pick):
    doc.before = "\ufeff" + doc.before
    return True


def said_twice(doc, pick):
    doc.after += "\n\n" + doc.core()
    return True


def double_braces(doc, pick):
    if doc.tokens[0].text != "{":
        return False
    doc.before, doc.after = doc.before + "{", "}" + doc.after
    return True


def as_in_a_string(text):
    return json.dumps(text, ensure_ascii=False)[1:-1]


def marks_alone(text):
    return text.replace("\\", "\\\\").replace('"', '\\"')


def escaped_document(doc, pick):
    doc.escaped = pick.choice([as_in_a_string, marks_alone])
    return True


def change(doc, positions, how):
    """Does it to all of these; false if there is none."""
    for position in positions:
        token = doc.tokens[position]
        token.text, token.touched = how(token), True
    return bool(positions)


def change_one(doc, pick, positions, how):
    return change(doc, pick.some(positions, 1), how)


def quoted_by(left, right):
    return lambda token: left + token.inner + right


def single_quotes(doc, pick):
    fits = doc.where("name string", lambda t: "'" not in t.text and "\\" not in t.text)
    return change(doc, fits, quoted_by("'", "'"))


def smart_quotes(doc, pick):
    if any(c in doc.body() for c in "“”„‟«»"):
        return False
    return change(doc, doc.where("name string", lambda t: "\\" not in t.text), quoted_by("“", "”"))


def bare_names(doc, pick):
    return change(doc, doc.where("name", lambda t: NAME.fullmatch(t.inner)), lambda t: t.inner)


def bare_texts(doc, pick):
    words = ("true", "false", "null", "none", "nil", "undefined", "yes", "no", "nan", "infinity")
    fits = doc.where("string", lambda t: WORDS.fullmatch(t.inner) and t.inner.lower() not in words)
    return change_one(doc, pick, fits, lambda t: t.inner)


def followed_by_space(doc, position):
    return position + 1 < len(doc.tokens) and doc.tokens[position + 1].text != ""


def missing_comma(doc, pick):
    fits = [i for i in doc.where("comma") if followed_by_space(doc, i)]
    return change_one(doc, pick, fits, lambda t: "")


def doubled_comma(doc, pick):
    return change_one(doc, pick, doc.where("comma"), lambda t: ",,")


def filled_closers(doc):
    """Closing brackets of what is not empty, each with the position of the last token within."""
    found = []
    for i in doc.where("close"):
        last = max((j for j in range(i) if doc.tokens[j].kind != "space" and doc.tokens[j].text), default=None)
        if last is not None and doc.tokens[last].kind != "open":
            found.append((i, last))
    return found


def put_last(doc, pick, text, brackets="}]"):
    sites = [(i, last) for i, last in filled_closers(doc) if doc.tokens[i].text in brackets]
    for closer, last in pick.some(sites, 1):
        added = Token("comma", text)
        added.touched = doc.tokens[closer].touched = True
        doc.tokens.insert(last + 1, added)
    return bool(sites)


def trailing_comma(doc, pick):
    return put_last(doc, pick, ",")


def ellipsis(doc, pick):
    return put_last(doc, pick, pick.choice([", ...", ",\n  ...", ", …"]))


def missing_colon(doc, pick):
    return change_one(doc, pick, doc.where("colon"), lambda t: "")


def other_separator(doc, pick):
    sign = pick.choice([" =", " =>"])
    return change(doc, doc.where("colon"), lambda t: sign)


def ends_its_line(doc, position):
    rest = doc.tokens[position + 1 : position + 3]
    if rest and rest[0].text == ",":
        rest = rest[1:]
    return bool(rest) and rest[0].text.startswith("\n")


def missing_end_quote(doc, pick):
    fits = [i for i in doc.where("string", lambda t: len(t.inner) > 1) if ends_its_line(doc, i)]
    return change_one(doc, pick, fits, lambda t: t.text[:-1])


def missing_start_quote(doc, pick):
    fits = doc.where("name string", lambda t: t.inner[:1].isalpha())
    return change_one(doc, pick, fits, lambda t: t.text[1:])


def raw_control(doc, pick):
    return change(doc, doc.where("string", lambda t: has_escape(t.inner, "nt")),
                  lambda t: '"' + unescape(t.inner, "nt") + '"')  # fmt: skip


def inner_quotes(doc, pick):
    fits = doc.where("string", lambda t: has_escape(t.inner, '"'))
    return change_one(doc, pick, fits, lambda t: '"' + unescape(t.inner, '"') + '"')


def escaped_apostrophe(doc, pick):
    fits = doc.where("string", lambda t: "'" in t.inner)
    return change_one(doc, pick, fits, lambda t: t.text.replace("'", "\\'"))


def single_backslash(doc, pick):
    """Where every backslash of the string stands before a letter that makes no escape."""

    def fits(token):
        pairs = re.findall(r"\\(.)(.?)", token.inner, re.S)
        return bool(pairs) and all(one == "\\" and after and after not in ESCAPES for one, after in pairs)

    return change_one(doc, pick, doc.where("string", fits), lambda t: t.text.replace("\\\\", "\\"))


def joined_text(doc, pick):
    fits = doc.where("string", lambda t: len(t.inner) >= 4 and "\\" not in t.text)

    def halves(token):
        middle = 1 + pick.below(len(token.inner) - 1)
        return f'"{token.inner[:middle]}" + "{token.inner[middle:]}"'

    return change_one(doc, pick, fits, halves)


def python_words(doc, pick):
    return change(doc, doc.where("word"), lambda t: {"true": "True", "false": "False", "null": "None"}[t.text])


def upper_words(doc, pick):
    return change(doc, doc.where("word"), lambda t: t.text.upper())


NUMBER_FORMS = [
    (re.compile(r"\d.*"), lambda n: "+" + n),
    (re.compile(r"-?0\.\d+"), lambda n: n.replace("0.", ".", 1)),
    (re.compile(r"-?\d+"), lambda n: n + "."),
    (re.compile(r"[1-9]\d{1,15}"), lambda n: hex(int(n))),
    (re.compile(r"[1-9]\d{3,}"), lambda n: f"{int(n):_}"),
]


def number_form(doc, pick):
    sites = [(i, form) for i in doc.where("number") for fits, form in NUMBER_FORMS if fits.fullmatch(doc.tokens[i].text)]
    for position, form in pick.some(sites, 1):
        change(doc, [position], lambda t: form(t.text))
    return bool(sites)


def comment(doc, pick):
    note = pick.choice(NOTES)

    def noted(position):
        line = doc.tokens[position + 1].text.startswith("\n")
        form = pick.choice(["// {}", "# {}", "/* {} */"]) if line else "/* {} */"
        return lambda t: ", " + form.format(note)

    sites = [i for i in doc.where("comma") if followed_by_space(doc, i) or doc.pretty]
    for position in pick.some(sites, 1):
        change(doc, [position], noted(position))
    return bool(sites)


def odd_space(doc, pick):
    return change(doc, doc.where("space"), lambda t: t.text.replace(" ", "\u00a0"))


def missing_closers(doc, pick):
    """The last ones, as many as it pleases, with the white space before them."""
    count = 0
    while count < len(doc.tokens) and doc.tokens[-1 - count].kind in ("close", "space"):
        count += 1
    closers = [len(doc.tokens) - 1 - i for i in range(count)]
    closers = [i for i in closers if doc.tokens[i].kind == "close" and doc.neighbour(i, -1).kind != "open"]
    if not closers or any(doc.tokens[i].touched for i in closers):
        return False
    first = closers[pick.below(len(closers))]
    end = max(i for i in range(first) if doc.tokens[i].kind != "space" and doc.tokens[i].text)
    doc.cut = len("".join(t.text for t in doc.tokens[: end + 1]))
    doc.after = ""
    return True


def mismatched_closer(doc, pick):
    return change_one(doc, pick, doc.where("close"), lambda t: "}]"["}]".index(t.text) - 1])


def extra_closer(doc, pick):
    doc.tokens.append(Token("close", pick.choice([doc.tokens[-1].text, "}", "]"])))
    doc.tokens[-1].touched = True
    return True


def missing_opener(doc, pick):
    """As where the caller has already said the first bracket for the model."""
    return doc.tokens[0].kind == "open" and change(doc, [0], lambda t: "")


def cut_off(doc, pick):
    length = len(doc.body())
    doc.cut = max(1, length * (20 + pick.below(80)) // 100)
    return doc.cut < length


@dataclass(frozen=True)
class Kind:
    name: str
    apply: object
    what: str
    stage: int  # tokens before brackets before the whole
    group: str = ""
    loses: bool = False


KINDS = [
    Kind("fence", fence, "a markdown fence around it", 3),
    Kind("prose_before", prose_before, "a sentence before it", 4),
    Kind("prose_after", prose_after, "a sentence behind it", 4),
    Kind("think_block", think_block, "reasoning in front of it", 5),
    Kind("tags", tags, "markup around it: <tool_call>, <answer> …", 3),
    Kind("byte_order_mark", byte_order_mark, "U+FEFF in front of it", 6),
    Kind("escaped_document", escaped_document, "quotation marks (and line ends) escaped as in a string", 2, "quotes"),
    Kind("said_twice", said_twice, "the same document once more", 2, "end"),
    Kind("double_braces", double_braces, "{{ … }}, as in a template", 2, "end"),
    Kind("single_quotes", single_quotes, "'…' for \"…\"", 0, "quotes"),
    Kind("smart_quotes", smart_quotes, "“…” for \"…\"", 0, "quotes"),
    Kind("bare_names", bare_names, "names without quotation marks", 0),
    Kind("bare_text", bare_texts, "a text of plain words without quotation marks", 0),
    Kind("missing_end_quote", missing_end_quote, "a text that ends its line without its quotation mark", 0),
    Kind("missing_start_quote", missing_start_quote, "a name or text without its first quotation mark", 0),
    Kind("inner_quotes", inner_quotes, "quotation marks within a text, not escaped", 0),
    Kind("raw_control", raw_control, "line ends and tabs within texts, not escaped", 0),
    Kind("escaped_apostrophe", escaped_apostrophe, "\\' within a text", 0),
    Kind("single_backslash", single_backslash, "a backslash within a text, not doubled, before no escape", 0),
    Kind("joined_text", joined_text, 'a text in two parts: "…" + "…"', 0),
    Kind("python_words", python_words, "True, False, None", 0),
    Kind("upper_words", upper_words, "TRUE, FALSE, NULL", 0),
    Kind("number_form", number_form, "+5, .5, 5., 0x1f, 1_000", 0),
    Kind("missing_comma", missing_comma, "white space alone between two items or members", 0),
    Kind("doubled_comma", doubled_comma, "two commas for one", 0),
    Kind("trailing_comma", trailing_comma, "a comma behind the last item or member", 1),
    Kind("missing_colon", missing_colon, "no colon between a name and its value", 0),
    Kind("other_separator", other_separator, "= or => for every colon", 0),
    Kind("comment", comment, "// …, # … or /* … */ behind a comma", 0),
    Kind("odd_space", odd_space, "no-break spaces for spaces between tokens", 0),
    Kind("missing_opener", missing_opener, "no first bracket", 1, "end"),
    Kind("missing_closers", missing_closers, "the last brackets are missing", 2, "end"),
    Kind("mismatched_closer", mismatched_closer, "] for } or } for ]", 1, "end"),
    Kind("extra_closer", extra_closer, "one closing bracket too many", 2, "end"),
    Kind("cut_off", cut_off, "the rest is missing", 2, "end"),
    Kind("ellipsis", ellipsis, "… in the place of a last item or member", 1, loses=True),
]
BY_NAME = {kind.name: kind for kind in KINDS}


def draw(first, k, pick):
    """`first` and k - 1 other kinds, no two of one group, in the order in which they are laid over each other."""
    drawn = [BY_NAME[first]]
    for kind in pick.some(KINDS, len(KINDS)):
        if len(drawn) == k:
            break
        if kind not in drawn and not (kind.group and kind.group in [d.group for d in drawn]):
            drawn.append(kind)
    return sorted(drawn, key=lambda kind: (kind.stage, KINDS.index(kind)))
