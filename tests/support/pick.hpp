// rapidcheck's inRange grows with the size of the test case and stays at its lower end for most of a run.
// A choice between alternatives wants all of them from the first case on.
#pragma once

#include <rapidcheck.h>

namespace test {

/// A generator of low <= x < high, uniform from the first test case on.
template <class T>
rc::Gen<T> uniform(T low, T high) {
  return rc::gen::resize(rc::kNominalSize, rc::gen::inRange(low, high));
}

/// One such number, inside a property.
template <class T>
T pick(T low, T high) {
  return *uniform(low, high);
}

}  // namespace test
