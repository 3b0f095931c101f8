# SPDX-License-Identifier: MIT
"""Programs and notices that break a convention, to show that the check of it fails."""
import contextlib
import os
import shutil
import tempfile

import files
from program import ROOT
from registry import CHECKS

# Each is a program around that which is judged; "$CQ" is the latter.
PROGRAMS = [
    (13, "colours its prompt whatever NO_COLOR says", '''
[ $# = 0 ] && unset NO_COLOR
exec "$CQ" "$@"'''),
    (17, "draws its prompt with letters in every locale", '''
[ $# = 0 ] && export LC_ALL=C.UTF-8
exec "$CQ" "$@"'''),
    (18, "takes its window for wider than it is", '''
[ $# = 0 ] && export COLUMNS=90
exec "$CQ" "$@"'''),
    (20, "keeps nothing that is entered", '''
[ $# = 0 ] && export XDG_STATE_HOME=/nonexistent
exec "$CQ" "$@"'''),
    (35, "formats no script of more than 70 bytes", '''
if [ "$1" = fmt ]; then
  text=$(mktemp); cat > "$text"; size=$(wc -c < "$text")
  [ "$size" -gt 70 ] && { rm "$text"; exit 70; }
  "$CQ" "$@" < "$text"; status=$?; rm "$text"; exit $status
fi
exec "$CQ" "$@"'''),
    (46, "says nothing of local work", '''
case "$*" in
  *http*) exec "$CQ" "$@" ;;
  test*) exec "$CQ" "$@" 2> /dev/null ;;
  *) exec "$CQ" "$@" --quiet ;;
esac'''),
    (47, "leaves a terminal that shows nothing of what is typed", '''
"$CQ" "$@"; status=$?
[ $# = 0 ] && stty -echo
exit $status'''),
]


@contextlib.contextmanager
def program(path, body):
    folder = tempfile.mkdtemp()
    wrapper = os.path.join(folder, "cq")
    with open(wrapper, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\nCQ={os.path.realpath(path)}\n{body}\n")
    os.chmod(wrapper, 0o755)
    try:
        yield wrapper
    finally:
        shutil.rmtree(folder)


@contextlib.contextmanager
def tree(change):
    """A copy of what the check of licences reads, with a change."""
    folder = tempfile.mkdtemp()
    for name in ["Sources", "Scripts", "Tests/Conventions"]:
        shutil.copytree(f"{ROOT}/{name}", f"{folder}/{name}")
    for name in ["Package.swift", "THIRD-PARTY-NOTICES.md"]:
        shutil.copy(f"{ROOT}/{name}", f"{folder}/{name}")
    change(folder)
    files.ROOT = folder
    try:
        yield
    finally:
        files.ROOT = ROOT
        shutil.rmtree(folder)


def without_notice(library):
    def change(folder):
        path = f"{folder}/THIRD-PARTY-NOTICES.md"
        with open(path, encoding="utf-8") as file:
            lines = [line for line in file if f"[{library}]" not in line]
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(lines)
    return change


def without_licence(name):
    def change(folder):
        path = f"{folder}/{name}"
        with open(path, encoding="utf-8") as file:
            lines = [line for line in file if "SPDX" not in line]
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(lines)
    return change


TREES = (
    [(42, f"has no notice of {name}", without_notice(name))
     for name in ["libedit", "simdjson", "PCRE2", "utf8proc", "SQLite", "zlib", "libzstd", "ISA-L",
                  "ICU", "libjpeg-turbo", "libpng", "chafa", "libcurl"]]
    + [(42, f"names no licence in {name}", without_licence(name))
       for name in ["Sources/CPCRE2/module.modulemap", "Scripts/hotels.cq",
                    "Sources/CatalogueSources/Definitions/chloe.cq"]])


def prove(judge, path):
    """Judges each; the status of the program, 1 where a convention is broken and a check holds."""
    passed = failed = 0
    def tell(number, what, holds):
        nonlocal passed, failed
        passed += holds is False
        failed += holds is not False
        print(f"{number:2}  {'ok  ' if holds is False else 'FAIL'}  a cq that {what}", flush=True)
    for number, what, body in PROGRAMS:
        with program(path, body) as wrapper:
            tell(number, what, _holds(judge, number, wrapper))
    for number, what, change in TREES:
        with tree(change):
            tell(number, what, _holds(judge, number, path))
    print(f"{passed} broken ones are found, {failed} are not")
    return 1 if failed else 0


def _holds(judge, number, path):
    """Whether all checks of a number hold: true, nil or false, the worst of them."""
    found = [judge(check, path)[0] for check in CHECKS if check.number == number]
    return False if False in found else None if None in found else True
