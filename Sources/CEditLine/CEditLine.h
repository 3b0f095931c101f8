// SPDX-License-Identifier: MIT

#pragma once
#include <fcntl.h>
#include <histedit.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>

// Doors to libedit's wide API: its setters are variadic, which Swift cannot call, and its names
// and help texts must live as long as the editor, which only literals do without care.

#pragma clang assume_nonnull begin

typedef wchar_t *_Nonnull (*EditlinePrompt)(EditLine *);
typedef int (*EditlineReader)(EditLine *, wchar_t *);
typedef unsigned char (*EditlineCommand)(EditLine *, wint_t);

// Of this name wherever `_GNU_SOURCE` is not asked for.
extern int memfd_create(const char *name, unsigned int flags);

/// Starts an editor on the standard streams, whose drawing goes nowhere until it is shown;
/// libedit's own complaints never go anywhere.
static inline EditLine *_Nullable editline_start(const char *program) {
  FILE *silent = fopen("/dev/null", "we");
  FILE *drawing = fopen("/dev/null", "we");
  EditLine *editor = NULL;
  // The descriptors serve the terminal's modes and size, whatever becomes of the drawing.
  if (silent != NULL && drawing != NULL) {
    editor = el_init_fd(
        program, stdin, drawing, silent, STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO);
  }
  if (editor != NULL) return editor;
  if (silent != NULL) fclose(silent);
  if (drawing != NULL) fclose(drawing);
  return NULL;
}

/// Gives the terminal back and frees the editor.
static inline void editline_stop(EditLine *editor) {
  FILE *drawing = NULL, *silent = NULL;
  el_get(editor, EL_GETFP, 1, &drawing);
  el_get(editor, EL_GETFP, 2, &silent);
  el_end(editor);
  if (drawing != NULL) fclose(drawing);
  if (silent != NULL) fclose(silent);
}

/// Leads what libedit draws, and what it prints, to a descriptor.
static inline void editline_draw_to(EditLine *editor, int descriptor) {
  FILE *drawing = NULL;
  el_get(editor, EL_GETFP, 1, &drawing);
  if (drawing == NULL) return;
  fflush(drawing);
  dup2(descriptor, fileno(drawing));
  fcntl(fileno(drawing), F_SETFD, FD_CLOEXEC);
}

/// Leads it to the terminal or to nowhere.
static inline void editline_show_drawing(EditLine *editor, int shown) {
  if (shown) return editline_draw_to(editor, STDOUT_FILENO);
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  editline_draw_to(editor, nowhere);
  close(nowhere);
}

// Of the terminal library that libedit uses.
extern int tgetent(char *_Nullable buffer, const char *name);
extern char *_Nullable tgetstr(const char *name, char *_Nullable *_Nullable area);

/// False for a terminal that is not known or cannot move its cursor up or clear to the end of a
/// row. Nothing is started for it, since stopping libedit drops what is typed already.
static inline int editline_can_paint(const char *terminal) {
  return tgetent(NULL, terminal) == 1 && tgetstr("up", NULL) != NULL &&
         tgetstr("ce", NULL) != NULL;
}

/// Takes the keys of `vi` or of `emacs`, and nothing of what was bound before.
static inline void editline_set_style(EditLine *editor, int vi) {
  el_wset(editor, EL_EDITOR, vi ? L"vi" : L"emacs");
}

/// Whether the keys are those of vi.
static inline int editline_is_vi(EditLine *editor) {
  const wchar_t *style = NULL;
  return el_wget(editor, EL_EDITOR, &style) == 0 && style != NULL && wcscmp(style, L"vi") == 0;
}

/// Reads the user's own settings (`$EDITRC` or `~/.editrc`); `edit off` in there is not for us.
static inline void editline_read_settings(EditLine *editor) {
  el_source(editor, NULL);
  el_wset(editor, EL_EDITMODE, 1);
  el_wset(editor, EL_SIGNAL, 0);
}

/// What `bind` prints: what every key does, or with `-l` the commands there are. The caller frees
/// it; libedit draws nowhere afterwards until that is asked for.
static inline char *_Nullable editline_bindings(
    EditLine *editor, const wchar_t *_Nullable option) {
  int listing = memfd_create("bindings", FD_CLOEXEC);
  if (listing < 0) return NULL;
  editline_draw_to(editor, listing);
  el_wset(editor, EL_BIND, option, NULL);
  editline_show_drawing(editor, 0);
  off_t size = lseek(listing, 0, SEEK_END);
  char *text = size < 0 ? NULL : calloc((size_t)size + 1, 1);
  if (text != NULL && pread(listing, text, (size_t)size, 0) != size) {
    free(text);
    text = NULL;
  }
  close(listing);
  return text;
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

/// Names `command`; a name that is known already keeps the command that it has.
static inline void editline_add_command(
    EditLine *editor, const wchar_t *name, EditlineCommand command) {
  el_wset(editor, EL_ADDFN, name, L"Do what the reader of keys decided", command);
}

/// Binds `key` to a command, in the map in which characters are typed and in that of vi's command
/// mode.
static inline void editline_bind(
    EditLine *editor, wchar_t key, const wchar_t *command, const wchar_t *alternative) {
  const wchar_t name[] = {key, 0};
  el_wset(editor, EL_BIND, name, command, NULL);
  el_wset(editor, EL_BIND, L"-a", name, alternative, NULL);
}

/// 1 takes the terminal for editing, 0 gives it back.
static inline void editline_prepare_terminal(EditLine *editor, int taken) {
  el_wset(editor, EL_PREP_TERM, taken);
}

/// Draws prompt and text anew from the cursor's row on, which must be at column 0.
static inline void editline_draw_anew(EditLine *editor) { el_wset(editor, EL_REFRESH); }

extern int wcwidth(wchar_t character);

/// Columns of a character on the terminal, as libedit counts them; negative if not printable.
static inline int editline_columns(wchar_t character) { return wcwidth(character); }

#pragma clang assume_nonnull end
