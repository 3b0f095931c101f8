// SPDX-License-Identifier: MIT

#pragma once

// The checks are for users of simdjson's interface in development; they cost time here.
#define NDEBUG 1
#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

using Implementation = simdjson::internal::atomic_ptr<const simdjson::implementation>;

/// The one function of the library that is called by name; all else is reached through what it
/// gives. The library is loaded by the first call. Null where the library of this header's version
/// is not there.
Implementation &(*loaded_implementation())();
