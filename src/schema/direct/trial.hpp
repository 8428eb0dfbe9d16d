// Alternatives, `not` and `if` in the direct driver: other instructions look at the part of the text where a
// value stands. Each is a machine of its own that works above the frames in use and stores nothing, so only
// here does the driver recurse, as deep as there are frames.
//
// What a trial costs is charged in the units of the walker, so alternatives within alternatives meet its
// limit. A trial that ends in doubt decides nothing: neither that a branch fits nor that it does not.
//
// This is the second half of direct/machine.hpp, whose rules hold here; only that file includes it.
#pragma once

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

template <class V>
struct trial_runs {
  /// Behind the value, if it fits. `f` is the frame below which all is in use.
  [[gnu::noinline]] static const char* run(session& s, const instruction* n, const char* p, frame* f) {
    if (f == s.last || !s.charge(1)) {
      s.unsure = true;
      return nullptr;
    }
    const auto before = s.here();
    machine<V, false> m(s, n, p, nullptr, f + 1);
    const bool fits = m.value();
    s.back_to(before);
    return s.charge_text(static_cast<std::size_t>(m.p_ - p)) && fits ? m.p_ : nullptr;
  }

  /// Of a value that has been read. Null: a doubt, or it does not hold; else behind the value, or, where no
  /// branch had to fit, where it begins.
  static const char* hold(session& s, const trial& t, const char* p, frame* f) {
    using what = condition::what;
    if (t.kind == what::any || t.kind == what::one) return alternatives(s, t, p, f);
    const char* const end = run(s, t.branches[0], p, f);
    if (s.unsure) return nullptr;
    if (t.kind == what::negated) return end == nullptr ? p : nullptr;
    const instruction* const then = t.branches[end != nullptr ? 1 : 2];
    return then == nullptr ? p : run(s, then, p, f);
  }
  static const char* alternatives(session& s, const trial& t, const char* p, frame* f) {
    const char* fitting = nullptr;
    for (std::size_t i = 0; i < t.count; ++i) {
      const char* const end = run(s, t.branches[i], p, f);
      if (s.unsure) return nullptr;
      if (end == nullptr) continue;
      if (t.kind == condition::what::any) return end;
      if (fitting != nullptr) return nullptr;
      fitting = end;
    }
    return fitting;
  }

  [[gnu::noinline]] static bool all_hold(session& s, const trials_part& part, const char* p, frame* f) {
    for (std::size_t i = 0; i < part.count; ++i) {
      if (hold(s, part.first[i], p, f) == nullptr) return false;
    }
    return true;
  }
  /// The first trial reads the value.
  [[gnu::noinline]] static const char* read_and_hold(session& s, const trials_part& part, const char* p,
                                                     frame* f) {
    const char* const end = hold(s, part.first[0], p, f);
    for (std::size_t i = 1; end != nullptr && i < part.count; ++i) {
      if (hold(s, part.first[i], p, f) == nullptr) return nullptr;
    }
    return end;
  }
};

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
