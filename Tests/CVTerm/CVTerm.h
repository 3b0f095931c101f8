// SPDX-License-Identifier: MIT

#pragma once
#include <vterm.h>
