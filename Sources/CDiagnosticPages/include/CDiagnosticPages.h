// SPDX-License-Identifier: MIT

#pragma once

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The pages of `Documentation/Diagnostics`, one after another in the order of their codes, each
/// followed by a zero byte. They live as long as the program.
const uint8_t *cq_diagnostic_pages(void);

/// How many bytes the pages have, with the zero bytes.
size_t cq_diagnostic_pages_size(void);

#pragma clang assume_nonnull end
