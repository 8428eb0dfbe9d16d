// The everyday headers.
#pragma once

#include <tenon/bind.hpp>
#include <tenon/bind_text.hpp>
#include <tenon/client.hpp>
#include <tenon/connect.hpp>
#include <tenon/describe.hpp>
#include <tenon/outcome.hpp>
#include <tenon/policy.hpp>
#include <tenon/program.hpp>
#include <tenon/reader.hpp>
#include <tenon/request.hpp>
#include <tenon/value.hpp>
#include <tenon/writer.hpp>
