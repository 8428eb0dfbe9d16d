// The members of a plain struct as references: the one piece of reflection that C++20 leaves to
// structured bindings, and therefore to one row per number of members.
//
// `visit_members<N>(v, fn)` calls fn.template operator()<decltype(member)...>(member...). The trap is
// the bit-field: it can be bound but not referred to, so a row answers `not_referable` instead of
// failing inside.
#pragma once

#include <cstddef>

namespace tenon {
inline namespace v0 {
namespace reflect {

inline constexpr std::size_t max_members = 64;

struct not_referable {};

// clang-format off
// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are lists of names
#define TENON_LIST_1(each) each(m0)
#define TENON_LIST_2(each) TENON_LIST_1(each), each(m1)
#define TENON_LIST_3(each) TENON_LIST_2(each), each(m2)
#define TENON_LIST_4(each) TENON_LIST_3(each), each(m3)
#define TENON_LIST_5(each) TENON_LIST_4(each), each(m4)
#define TENON_LIST_6(each) TENON_LIST_5(each), each(m5)
#define TENON_LIST_7(each) TENON_LIST_6(each), each(m6)
#define TENON_LIST_8(each) TENON_LIST_7(each), each(m7)
#define TENON_LIST_9(each) TENON_LIST_8(each), each(m8)
#define TENON_LIST_10(each) TENON_LIST_9(each), each(m9)
#define TENON_LIST_11(each) TENON_LIST_10(each), each(m10)
#define TENON_LIST_12(each) TENON_LIST_11(each), each(m11)
#define TENON_LIST_13(each) TENON_LIST_12(each), each(m12)
#define TENON_LIST_14(each) TENON_LIST_13(each), each(m13)
#define TENON_LIST_15(each) TENON_LIST_14(each), each(m14)
#define TENON_LIST_16(each) TENON_LIST_15(each), each(m15)
#define TENON_LIST_17(each) TENON_LIST_16(each), each(m16)
#define TENON_LIST_18(each) TENON_LIST_17(each), each(m17)
#define TENON_LIST_19(each) TENON_LIST_18(each), each(m18)
#define TENON_LIST_20(each) TENON_LIST_19(each), each(m19)
#define TENON_LIST_21(each) TENON_LIST_20(each), each(m20)
#define TENON_LIST_22(each) TENON_LIST_21(each), each(m21)
#define TENON_LIST_23(each) TENON_LIST_22(each), each(m22)
#define TENON_LIST_24(each) TENON_LIST_23(each), each(m23)
#define TENON_LIST_25(each) TENON_LIST_24(each), each(m24)
#define TENON_LIST_26(each) TENON_LIST_25(each), each(m25)
#define TENON_LIST_27(each) TENON_LIST_26(each), each(m26)
#define TENON_LIST_28(each) TENON_LIST_27(each), each(m27)
#define TENON_LIST_29(each) TENON_LIST_28(each), each(m28)
#define TENON_LIST_30(each) TENON_LIST_29(each), each(m29)
#define TENON_LIST_31(each) TENON_LIST_30(each), each(m30)
#define TENON_LIST_32(each) TENON_LIST_31(each), each(m31)
#define TENON_LIST_33(each) TENON_LIST_32(each), each(m32)
#define TENON_LIST_34(each) TENON_LIST_33(each), each(m33)
#define TENON_LIST_35(each) TENON_LIST_34(each), each(m34)
#define TENON_LIST_36(each) TENON_LIST_35(each), each(m35)
#define TENON_LIST_37(each) TENON_LIST_36(each), each(m36)
#define TENON_LIST_38(each) TENON_LIST_37(each), each(m37)
#define TENON_LIST_39(each) TENON_LIST_38(each), each(m38)
#define TENON_LIST_40(each) TENON_LIST_39(each), each(m39)
#define TENON_LIST_41(each) TENON_LIST_40(each), each(m40)
#define TENON_LIST_42(each) TENON_LIST_41(each), each(m41)
#define TENON_LIST_43(each) TENON_LIST_42(each), each(m42)
#define TENON_LIST_44(each) TENON_LIST_43(each), each(m43)
#define TENON_LIST_45(each) TENON_LIST_44(each), each(m44)
#define TENON_LIST_46(each) TENON_LIST_45(each), each(m45)
#define TENON_LIST_47(each) TENON_LIST_46(each), each(m46)
#define TENON_LIST_48(each) TENON_LIST_47(each), each(m47)
#define TENON_LIST_49(each) TENON_LIST_48(each), each(m48)
#define TENON_LIST_50(each) TENON_LIST_49(each), each(m49)
#define TENON_LIST_51(each) TENON_LIST_50(each), each(m50)
#define TENON_LIST_52(each) TENON_LIST_51(each), each(m51)
#define TENON_LIST_53(each) TENON_LIST_52(each), each(m52)
#define TENON_LIST_54(each) TENON_LIST_53(each), each(m53)
#define TENON_LIST_55(each) TENON_LIST_54(each), each(m54)
#define TENON_LIST_56(each) TENON_LIST_55(each), each(m55)
#define TENON_LIST_57(each) TENON_LIST_56(each), each(m56)
#define TENON_LIST_58(each) TENON_LIST_57(each), each(m57)
#define TENON_LIST_59(each) TENON_LIST_58(each), each(m58)
#define TENON_LIST_60(each) TENON_LIST_59(each), each(m59)
#define TENON_LIST_61(each) TENON_LIST_60(each), each(m60)
#define TENON_LIST_62(each) TENON_LIST_61(each), each(m61)
#define TENON_LIST_63(each) TENON_LIST_62(each), each(m62)
#define TENON_LIST_64(each) TENON_LIST_63(each), each(m63)

#define TENON_NAME(m) m
#define TENON_TYPE(m) decltype(m)
#define TENON_BRACES(m) {}
#define TENON_ROW(n)                                                                                  \
  else if constexpr (N == n) {                                                                        \
    auto& [TENON_LIST_##n(TENON_NAME)] = v;                                                           \
    if constexpr (requires { fn.template operator()<TENON_LIST_##n(TENON_TYPE)>(TENON_LIST_##n(TENON_NAME)); }) \
      return fn.template operator()<TENON_LIST_##n(TENON_TYPE)>(TENON_LIST_##n(TENON_NAME));          \
    else                                                                                              \
      return not_referable{};                                                                         \
  }

/// Precondition: T has exactly N members, none of them in a base class, N <= max_members.
template <std::size_t N, class T, class Fn>
constexpr auto visit_members([[maybe_unused]] T& v, Fn fn) {
  static_assert(N <= max_members);
  if constexpr (N == 0) return fn.template operator()<>();
  TENON_ROW(1) TENON_ROW(2) TENON_ROW(3) TENON_ROW(4)
  TENON_ROW(5) TENON_ROW(6) TENON_ROW(7) TENON_ROW(8)
  TENON_ROW(9) TENON_ROW(10) TENON_ROW(11) TENON_ROW(12)
  TENON_ROW(13) TENON_ROW(14) TENON_ROW(15) TENON_ROW(16)
  TENON_ROW(17) TENON_ROW(18) TENON_ROW(19) TENON_ROW(20)
  TENON_ROW(21) TENON_ROW(22) TENON_ROW(23) TENON_ROW(24)
  TENON_ROW(25) TENON_ROW(26) TENON_ROW(27) TENON_ROW(28)
  TENON_ROW(29) TENON_ROW(30) TENON_ROW(31) TENON_ROW(32)
  TENON_ROW(33) TENON_ROW(34) TENON_ROW(35) TENON_ROW(36)
  TENON_ROW(37) TENON_ROW(38) TENON_ROW(39) TENON_ROW(40)
  TENON_ROW(41) TENON_ROW(42) TENON_ROW(43) TENON_ROW(44)
  TENON_ROW(45) TENON_ROW(46) TENON_ROW(47) TENON_ROW(48)
  TENON_ROW(49) TENON_ROW(50) TENON_ROW(51) TENON_ROW(52)
  TENON_ROW(53) TENON_ROW(54) TENON_ROW(55) TENON_ROW(56)
  TENON_ROW(57) TENON_ROW(58) TENON_ROW(59) TENON_ROW(60)
  TENON_ROW(61) TENON_ROW(62) TENON_ROW(63) TENON_ROW(64)
}

/// Can each of N initialisers be {}? Not where a C array takes several of the N.
template <std::size_t N, class T>
constexpr bool takes_one_each() {
  if constexpr (N == 0) return true;
#define TENON_BRACES_ROW(n) else if constexpr (N == n) return requires { T{TENON_LIST_##n(TENON_BRACES)}; };
  TENON_BRACES_ROW(1) TENON_BRACES_ROW(2) TENON_BRACES_ROW(3) TENON_BRACES_ROW(4)
  TENON_BRACES_ROW(5) TENON_BRACES_ROW(6) TENON_BRACES_ROW(7) TENON_BRACES_ROW(8)
  TENON_BRACES_ROW(9) TENON_BRACES_ROW(10) TENON_BRACES_ROW(11) TENON_BRACES_ROW(12)
  TENON_BRACES_ROW(13) TENON_BRACES_ROW(14) TENON_BRACES_ROW(15) TENON_BRACES_ROW(16)
  TENON_BRACES_ROW(17) TENON_BRACES_ROW(18) TENON_BRACES_ROW(19) TENON_BRACES_ROW(20)
  TENON_BRACES_ROW(21) TENON_BRACES_ROW(22) TENON_BRACES_ROW(23) TENON_BRACES_ROW(24)
  TENON_BRACES_ROW(25) TENON_BRACES_ROW(26) TENON_BRACES_ROW(27) TENON_BRACES_ROW(28)
  TENON_BRACES_ROW(29) TENON_BRACES_ROW(30) TENON_BRACES_ROW(31) TENON_BRACES_ROW(32)
  TENON_BRACES_ROW(33) TENON_BRACES_ROW(34) TENON_BRACES_ROW(35) TENON_BRACES_ROW(36)
  TENON_BRACES_ROW(37) TENON_BRACES_ROW(38) TENON_BRACES_ROW(39) TENON_BRACES_ROW(40)
  TENON_BRACES_ROW(41) TENON_BRACES_ROW(42) TENON_BRACES_ROW(43) TENON_BRACES_ROW(44)
  TENON_BRACES_ROW(45) TENON_BRACES_ROW(46) TENON_BRACES_ROW(47) TENON_BRACES_ROW(48)
  TENON_BRACES_ROW(49) TENON_BRACES_ROW(50) TENON_BRACES_ROW(51) TENON_BRACES_ROW(52)
  TENON_BRACES_ROW(53) TENON_BRACES_ROW(54) TENON_BRACES_ROW(55) TENON_BRACES_ROW(56)
  TENON_BRACES_ROW(57) TENON_BRACES_ROW(58) TENON_BRACES_ROW(59) TENON_BRACES_ROW(60)
  TENON_BRACES_ROW(61) TENON_BRACES_ROW(62) TENON_BRACES_ROW(63) TENON_BRACES_ROW(64)
  else return false;
}

#undef TENON_BRACES_ROW
#undef TENON_BRACES
#undef TENON_ROW
#undef TENON_TYPE
#undef TENON_NAME
#undef TENON_LIST_1
#undef TENON_LIST_2
#undef TENON_LIST_3
#undef TENON_LIST_4
#undef TENON_LIST_5
#undef TENON_LIST_6
#undef TENON_LIST_7
#undef TENON_LIST_8
#undef TENON_LIST_9
#undef TENON_LIST_10
#undef TENON_LIST_11
#undef TENON_LIST_12
#undef TENON_LIST_13
#undef TENON_LIST_14
#undef TENON_LIST_15
#undef TENON_LIST_16
#undef TENON_LIST_17
#undef TENON_LIST_18
#undef TENON_LIST_19
#undef TENON_LIST_20
#undef TENON_LIST_21
#undef TENON_LIST_22
#undef TENON_LIST_23
#undef TENON_LIST_24
#undef TENON_LIST_25
#undef TENON_LIST_26
#undef TENON_LIST_27
#undef TENON_LIST_28
#undef TENON_LIST_29
#undef TENON_LIST_30
#undef TENON_LIST_31
#undef TENON_LIST_32
#undef TENON_LIST_33
#undef TENON_LIST_34
#undef TENON_LIST_35
#undef TENON_LIST_36
#undef TENON_LIST_37
#undef TENON_LIST_38
#undef TENON_LIST_39
#undef TENON_LIST_40
#undef TENON_LIST_41
#undef TENON_LIST_42
#undef TENON_LIST_43
#undef TENON_LIST_44
#undef TENON_LIST_45
#undef TENON_LIST_46
#undef TENON_LIST_47
#undef TENON_LIST_48
#undef TENON_LIST_49
#undef TENON_LIST_50
#undef TENON_LIST_51
#undef TENON_LIST_52
#undef TENON_LIST_53
#undef TENON_LIST_54
#undef TENON_LIST_55
#undef TENON_LIST_56
#undef TENON_LIST_57
#undef TENON_LIST_58
#undef TENON_LIST_59
#undef TENON_LIST_60
#undef TENON_LIST_61
#undef TENON_LIST_62
#undef TENON_LIST_63
#undef TENON_LIST_64
// NOLINTEND(bugprone-macro-parentheses)
// clang-format on

}  // namespace reflect
}  // namespace v0
}  // namespace tenon
