// As it is, but for the stream that it reads whole numbers from.
#pragma once

#include <valijson/number_stream.hpp>

// Read before the name means something else.
#include <valijson/exceptions.hpp>
#include <valijson/internal/adapter.hpp>
#include <valijson/internal/basic_adapter.hpp>
#include <valijson/internal/frozen_value.hpp>

#define istringstream number_stream
#include_next <valijson/adapters/std_string_adapter.hpp>
#undef istringstream
