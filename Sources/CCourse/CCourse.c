// SPDX-License-Identifier: MIT

#include "CCourse.h"

// A line for each page; a test says which is missing.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const uint8_t english[] = {
#embed "../../Documentation/Course/01-rows.md" suffix(, 0,)
#embed "../../Documentation/Course/02-conditions.md" suffix(, 0,)
#embed "../../Documentation/Course/03-order.md" suffix(, 0,)
#embed "../../Documentation/Course/04-text.md" suffix(, 0,)
#embed "../../Documentation/Course/05-missing.md" suffix(, 0,)
#embed "../../Documentation/Course/06-lists.md" suffix(, 0,)
#embed "../../Documentation/Course/07-money.md" suffix(, 0,)
#embed "../../Documentation/Course/08-groups.md" suffix(, 0,)
#embed "../../Documentation/Course/09-joins.md" suffix(, 0,)
#embed "../../Documentation/Course/10-changes.md" suffix(, 0,)
#embed "../../Documentation/Course/11-reports.md" suffix(, 0,)
};

static const uint8_t german[] = {
#embed "../../Documentation/Course/01-rows.de.md" suffix(, 0,)
#embed "../../Documentation/Course/02-conditions.de.md" suffix(, 0,)
#embed "../../Documentation/Course/03-order.de.md" suffix(, 0,)
#embed "../../Documentation/Course/04-text.de.md" suffix(, 0,)
#embed "../../Documentation/Course/05-missing.de.md" suffix(, 0,)
#embed "../../Documentation/Course/06-lists.de.md" suffix(, 0,)
#embed "../../Documentation/Course/07-money.de.md" suffix(, 0,)
#embed "../../Documentation/Course/08-groups.de.md" suffix(, 0,)
#embed "../../Documentation/Course/09-joins.de.md" suffix(, 0,)
#embed "../../Documentation/Course/10-changes.de.md" suffix(, 0,)
#embed "../../Documentation/Course/11-reports.de.md" suffix(, 0,)
};

static const uint8_t demo[] = {
#embed "../../Documentation/Demo.md"
};

const uint8_t *cq_course_pages(int is_german) { return is_german ? german : english; }

size_t cq_course_pages_size(int is_german) {
  return is_german ? sizeof german : sizeof english;
}

const uint8_t *cq_demo_page(void) { return demo; }

size_t cq_demo_page_size(void) { return sizeof demo; }
