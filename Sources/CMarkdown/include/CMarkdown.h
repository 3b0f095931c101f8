// SPDX-License-Identifier: MIT

#pragma once
#include <cmark.h>
#include <stdbool.h>
#include <stddef.h>

// The functions of cmark that reports need: result, name, parameters, arguments. The library is
// loaded with the first report; linked in, its table of entities would have 2,000 addresses set
// right at every start.
#define CQ_CMARK_FUNCTIONS(F)                                                                      \
  F(cmark_node *, parse_document, (const char *text, size_t size, int options),                    \
    (text, size, options))                                                                         \
  F(char *, render_html, (cmark_node * node, int options), (node, options))                        \
  F(cmark_mem *, get_default_mem_allocator, (void), ())                                            \
  F(cmark_iter *, iter_new, (cmark_node * root), (root))                                           \
  F(cmark_event_type, iter_next, (cmark_iter * iterator), (iterator))                              \
  F(cmark_node *, iter_get_node, (cmark_iter * iterator), (iterator))                              \
  F(void, iter_free, (cmark_iter * iterator), (iterator))                                          \
  F(cmark_node *, node_new, (cmark_node_type type), (type))                                        \
  F(void, node_free, (cmark_node * node), (node))                                                  \
  F(cmark_node *, node_next, (cmark_node * node), (node))                                          \
  F(cmark_node *, node_parent, (cmark_node * node), (node))                                        \
  F(cmark_node *, node_first_child, (cmark_node * node), (node))                                   \
  F(cmark_node_type, node_get_type, (cmark_node * node), (node))                                   \
  F(const char *, node_get_fence_info, (cmark_node * node), (node))                                \
  F(void *, node_get_user_data, (cmark_node * node), (node))                                       \
  F(int, node_set_user_data, (cmark_node * node, void *data), (node, data))                        \
  F(int, node_get_start_line, (cmark_node * node), (node))                                         \
  F(int, node_get_start_column, (cmark_node * node), (node))                                       \
  F(int, node_get_end_line, (cmark_node * node), (node))                                           \
  F(int, node_get_heading_level, (cmark_node * node), (node))                                      \
  F(const char *, node_get_literal, (cmark_node * node), (node))                                   \
  F(int, node_set_literal, (cmark_node * node, const char *text), (node, text))                    \
  F(const char *, node_get_url, (cmark_node * node), (node))                                       \
  F(int, node_set_url, (cmark_node * node, const char *address), (node, address))                  \
  F(int, node_set_on_enter, (cmark_node * node, const char *text), (node, text))                   \
  F(int, node_append_child, (cmark_node * node, cmark_node * child), (node, child))                \
  F(int, node_replace, (cmark_node * old, cmark_node * replacement), (old, replacement))

/// Loads the library where that is not done; false where there is none of the version that the
/// program was built with. Nothing else may be called then.
bool cq_cmark_load(void);

#define CQ_CMARK_DECLARE(result, name, parameters, arguments) result cq_cmark_##name parameters;
CQ_CMARK_FUNCTIONS(CQ_CMARK_DECLARE)
#undef CQ_CMARK_DECLARE
