// What the headers of a reply tell besides the reply: its id and what the rate limits leave.
#pragma once

#include "waits.hpp"

#include <span>

#include <tenon/wire.hpp>

namespace tenon {
inline namespace v0 {
namespace wire {

/// The id by which the provider finds this request again; empty if it gives none. Bounded and printable.
std::string request_id_of(std::span<const header> headers);

/// Every form of docs/providers.md, "Rate limits". `now` is needed where the end is given as an instant.
rate_limits rate_limits_of(std::span<const header> headers, wall_time now);

/// x-should-retry, where it says true or false.
std::optional<bool> retry_advice_of(std::span<const header> headers) noexcept;

}  // namespace wire
}  // namespace v0
}  // namespace tenon
