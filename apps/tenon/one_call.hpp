// One text asked for: the call with what a person sees of it, then the account, the report and what is
// printed.
#pragma once

#include "asking.hpp"
#include "progress.hpp"

#include <functional>

#include <tenon/stream.hpp>

namespace tenon::cli {

/// Sees a reply while it arrives, for every delta, on the thread that the model answers on.
using looking_on = std::function<void(const reply::stream& now, progress& line)>;

/// The call itself, with the line of progress around it. With `look` it is one call that nothing corrects
/// (--stream).
result<outcome<value>, fault> ask(const arguments& args, const settings& set, const shape& what,
                                  request asked, session& out, const looking_on& look = {});

/// Prints an ending to stdout.
using printing = std::function<std::optional<fault>(const outcome<value>& got)>;
/// The value alone; nothing of a failure.
printing print_value(const arguments& args, const session& out);

/// The report first, so that it is there whatever happens to stdout; then `print`, then the account.
result<status, fault> finish(const outcome<value>& got, const arguments& args, session& out,
                             const printing& print);

}  // namespace tenon::cli
