// SPDX-License-Identifier: MIT

#include "Library.h"

#include <dlfcn.h>

Implementation &(*loaded_implementation())() {
  using Function = Implementation &(*)();
  static const Function function = [] {
#if SIMDJSON_VERSION_MAJOR == 3 && SIMDJSON_VERSION_MINOR == 0
    void *library = dlopen("libsimdjson.so.14", RTLD_NOW | RTLD_LOCAL);
#else
    void *library = dlopen("libsimdjson.so", RTLD_NOW | RTLD_LOCAL);
#endif
    if (library == nullptr) return static_cast<Function>(nullptr);
    void *symbol = dlsym(library, "_ZN8simdjson25get_active_implementationEv");
    return reinterpret_cast<Function>(symbol);
  }();
  return function;
}

namespace simdjson {

/// Stands in for the library's own, so that the library is loaded when it is needed.
Implementation &get_active_implementation() { return loaded_implementation()(); }

}  // namespace simdjson
