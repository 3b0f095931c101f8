// SPDX-License-Identifier: MIT

#pragma once

#include "CCompression.h"

/// Unpacks members of gzip by ISA-L, which takes a third of zlib's time. The library is loaded by
/// the first call.
typedef struct quick_inflater quick_inflater;

/// NULL where the library of this header's version is not there, and when memory runs out.
quick_inflater *quick_inflater_open(void);

void quick_inflater_close(quick_inflater *inflater);

/// Makes ready for a further member.
void quick_inflater_restart(quick_inflater *inflater);

/// As `cq_unpacker_step`.
cq_unpacking quick_inflater_step(
    quick_inflater *inflater, const uint8_t *input, size_t input_size, uint8_t *output,
    size_t output_size, cq_flow *flow);
