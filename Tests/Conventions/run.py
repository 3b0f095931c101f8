# SPDX-License-Identifier: MIT
"""Judges a built cq by the conventions of programs for a terminal: a line for each, then totals."""
import argparse
import shutil
import signal
import subprocess
import sys

import broken
import files
import language
import network
import output
import prompt
import usage
import visit
from program import Program, built
from registry import CHECKS, Skipped

MODULES = [files, language, network, output, prompt, usage, visit]


def judge(check, path):
    """Whether a convention holds (nil where that cannot be judged here), and why not."""
    program = Program(path)
    try:
        check.judge(program)
        return True, ""
    except Skipped as reason:
        return None, f": {reason}"
    except AssertionError as failure:
        return False, f"\n     {failure}"
    except (OSError, ValueError, subprocess.SubprocessError) as failure:
        return False, f"\n     {type(failure).__name__}: {failure}"
    finally:
        shutil.rmtree(program.folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(prog="Scripts/conventions", description=__doc__)
    parser.add_argument("numbers", nargs="*", type=int, help="only these (all, if none is given)")
    parser.add_argument("--binary", default=built(), help="the program (that of the last build)")
    parser.add_argument("--short", action="store_true", help="without those that take seconds")
    parser.add_argument("--may-skip", nargs="+", type=int, default=[], metavar="NUMBER",
                        help="what may be left unjudged where it cannot be judged")
    parser.add_argument("--prove", action="store_true",
                        help="show that checks fail where their convention is broken")
    arguments = parser.parse_args()
    if not arguments.binary:
        sys.exit("conventions: there is no built cq; Scripts/cq builds one")
    # A job in the background ignores Ctrl-C, and whatever it starts does so too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if arguments.prove:
        sys.exit(broken.prove(judge, arguments.binary))
    passed = failed = 0
    skipped = []
    for check in sorted(CHECKS, key=lambda check: check.number):
        if arguments.numbers and check.number not in arguments.numbers:
            continue
        if arguments.short and check.is_slow and not arguments.numbers:
            continue
        holds, reason = judge(check, arguments.binary)
        word = "skip" if holds is None else "ok  " if holds else "FAIL"
        print(f"{check.number:2}  {word}  {check.text}{reason}", flush=True)
        passed += holds is True
        failed += holds is False
        skipped += [check.number] if holds is None else []
    unjudged = f", {len(skipped)} not judged: {_list(skipped)}" if skipped else ""
    print(f"{passed} passed, {failed} failed{unjudged}")
    unwanted = [number for number in skipped if number not in arguments.may_skip]
    if unwanted:
        print(f"--may-skip {' '.join(map(str, unwanted))} lets them be")
    sys.exit(1 if failed or unwanted else 0)


def _list(numbers):
    return ", ".join(map(str, numbers))


if __name__ == "__main__":
    main()
