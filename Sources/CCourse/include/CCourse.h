// SPDX-License-Identifier: MIT

#pragma once

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The pages of `Documentation/Course` in English, or in German, one after another in the order of
/// the lessons, each followed by a zero byte. They live as long as the program.
const uint8_t *cq_course_pages(int is_german);

/// How many bytes the pages have, with the zero bytes.
size_t cq_course_pages_size(int is_german);

/// The page `Documentation/Demo.md`, which lives as long as the program.
const uint8_t *cq_demo_page(void);

/// How many bytes it has.
size_t cq_demo_page_size(void);

#pragma clang assume_nonnull end
