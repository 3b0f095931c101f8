// SPDX-License-Identifier: MIT

#pragma once
#include <histedit.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

// Doors to libedit's wide API: its setters are variadic, which Swift cannot call, and its names
// and help texts must live as long as the editor, which only literals do without care.

#pragma clang assume_nonnull begin

typedef wchar_t *_Nonnull (*EditlinePrompt)(EditLine *);
typedef int (*EditlineReader)(EditLine *, wchar_t *);
typedef unsigned char (*EditlineCommand)(EditLine *, wint_t);

/// Starts an editor on the standard streams; libedit's own complaints go nowhere.
static inline EditLine *_Nullable editline_start(const char *program) {
  FILE *silent = fopen("/dev/null", "we");
  if (silent == NULL) return NULL;
  EditLine *editor = el_init(program, stdin, stdout, silent);
  if (editor == NULL) fclose(silent);
  return editor;
}

/// Gives the terminal back and frees the editor.
static inline void editline_stop(EditLine *editor) {
  FILE *silent = NULL;
  el_get(editor, EL_GETFP, 2, &silent);
  el_end(editor);
  if (silent != NULL) fclose(silent);
}

/// False when the terminal cannot move its cursor up or clear to the end of a row.
static inline int editline_can_paint(EditLine *editor) {
  const char *up = NULL;
  const char *clear = NULL;
  el_get(editor, EL_GETTC, "up", &up);
  el_get(editor, EL_GETTC, "ce", &clear);
  return up != NULL && clear != NULL;
}

/// Reads the user's own settings (`$EDITRC` or `~/.editrc`); `edit off` in there is not for us.
static inline void editline_read_settings(EditLine *editor) {
  el_source(editor, NULL);
  el_wset(editor, EL_EDITMODE, 1);
  el_wset(editor, EL_SIGNAL, 0);
}

/// Keys reach the reader as they are, not the terminal driver, while a line is edited.
static inline void editline_take_control_keys(EditLine *editor) {
  el_wset(editor, EL_SETTY, L"-d", L"-isig", NULL);
  el_wset(editor, EL_SETTY, L"-d", L"-ixon", NULL);
  // Else a pasted CR LF comes as two line ends.
  el_wset(editor, EL_SETTY, L"-d", L"-icrnl", NULL);
  el_wset(editor, EL_SETTY, L"-d", L"-inlcr", NULL);
}

static inline void editline_set_prompt(EditLine *editor, EditlinePrompt prompt) {
  el_wset(editor, EL_PROMPT, prompt);
}

static inline void editline_set_reader(EditLine *editor, EditlineReader reader) {
  el_wset(editor, EL_GETCFN, reader);
}

static inline void editline_set_context(EditLine *editor, void *context) {
  el_wset(editor, EL_CLIENTDATA, context);
}

static inline void *_Nullable editline_context(EditLine *editor) {
  void *context = NULL;
  el_wget(editor, EL_CLIENTDATA, &context);
  return context;
}

/// Lets `key` run `command`.
static inline void editline_add_command(EditLine *editor, wchar_t key, EditlineCommand command) {
  const wchar_t name[] = {key, 0};
  el_wset(editor, EL_ADDFN, L"cq-act", L"Do what the reader of keys decided", command);
  el_wset(editor, EL_BIND, name, L"cq-act", NULL);
  el_wset(editor, EL_BIND, L"-a", name, L"cq-act", NULL);
}

/// Binds `key`, in the key map and in the alternative one of vi mode, to a command of libedit.
static inline void editline_bind(EditLine *editor, wchar_t key, const char *command) {
  const wchar_t name[] = {key, 0};
  wchar_t wide[64];
  if (mbstowcs(wide, command, 64) >= 64) return;
  el_wset(editor, EL_BIND, name, wide, NULL);
  el_wset(editor, EL_BIND, L"-a", name, wide, NULL);
}

/// 1 takes the terminal for editing, 0 gives it back.
static inline void editline_prepare_terminal(EditLine *editor, int taken) {
  el_wset(editor, EL_PREP_TERM, taken);
}

/// Draws prompt and text anew from the cursor's row on, which must be at column 0.
static inline void editline_draw_anew(EditLine *editor) { el_wset(editor, EL_REFRESH); }

/// Makes the list that libedit's own history commands walk.
static inline HistoryW *_Nullable editline_add_history(EditLine *editor, int limit) {
  HistoryW *history = history_winit();
  HistEventW event;
  if (history == NULL) return NULL;
  history_w(history, &event, H_SETSIZE, limit);
  el_wset(editor, EL_HIST, history_w, history);
  return history;
}

static inline void editline_remember(HistoryW *history, const wchar_t *entry) {
  HistEventW event;
  history_w(history, &event, H_ENTER, entry);
}

extern int wcwidth(wchar_t character);

/// Columns of a character on the terminal, as libedit counts them; negative if not printable.
static inline int editline_columns(wchar_t character) { return wcwidth(character); }

#pragma clang assume_nonnull end
