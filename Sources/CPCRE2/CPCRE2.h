// SPDX-License-Identifier: MIT

#pragma once
// The functions for UTF-8, under their full names: pcre2_compile_8 and so on.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
