# SPDX-License-Identifier: MIT
"""The command line: help, mistakes, where scripts come from, exit statuses."""
import json
import os
import re

from program import QUERY, ROOT
from registry import check, holds, same


@check(1, "--version is one line")
def version(cq):
    run = cq.run("--version")
    holds(re.fullmatch(r"cq \d+\.\d+\.\d+\n", run.text), f"it is {run.text!r}")
    same((run.errors, run.status), (b"", 0), "errors and status")


@check(2, "--help begins with usage and an example, on standard output")
def help_leads_with_an_example(cq):
    run = cq.run("--help")
    head = "\n".join(run.text.splitlines()[:3])
    holds("usage: cq" in head and "example: cq" in head, f"it begins with {head!r}")
    same((run.errors, run.status), (b"", 0), "errors and status")


@check(3, "each way to ask for help is answered")
def every_help(cq):
    for words in [["-h"], ["help"], ["help", "filter"], ["run", "--help"], ["help", "run"]]:
        run = cq.run(*words)
        holds(run.status == 0 and run.output.strip(), f"cq {' '.join(words)}: {run}")


@check(4, "a mistyped option names the right one; status 2, nothing on standard output")
def mistyped_option(cq):
    run = cq.run("--hlep")
    holds("--help" in run.told, run.told)
    same((run.output, run.status), (b"", 2), "output and status")


@check(5, "a mistyped command names the right one, and no abbreviation is a command")
def mistyped_command(cq):
    run = cq.run("rnu", "x.cq")
    holds("did you mean `run`" in run.told, run.told)
    same(run.status, 2, "status")
    for word in ["r", "ru", "che"]:
        holds(cq.run(word).status in (2, 5), f"cq {word} does something")


@check(6, "without a terminal and without input nothing happens and nothing is said")
def empty_input(cq):
    run = cq.run()
    same((run.output, run.errors, run.status), (b"", b"", 0), "output, errors, status")


@check(7, "a query is the same from -c, from standard input and as a script")
def three_ways(cq):
    text = f"{QUERY}\n".encode()
    runs = [cq.query(), cq.run(stdin=text), cq.run("run", "-", stdin=text)]
    same([run.status for run in runs], [0, 0, 0], "statuses")
    holds(runs[0].output and len({run.output for run in runs}) == 1, "the outputs differ")


@check(15, "help has no control sequences in a pipe")
def plain_help(cq):
    for words in [["--help"], ["help"], ["run", "--help"]]:
        holds(b"\x1b" not in cq.run(*words).output, f"cq {' '.join(words)} has one")


@check(30, "a key on the command line is refused, and where it belongs is said")
def no_keys_in_options(cq):
    for words in [["--api-key", "x"], ["--token=x"]]:
        run = cq.run(*words, "-c", QUERY)
        same((run.output, run.status), (b"", 2), f"cq {words}: output and status")
        holds("environment" in run.told and "CQ_KEY_" in run.told, run.told)


@check(31, "options mean the same before and after a script; after -- nothing is an option")
def order_of_options(cq):
    cq.write("-odd.cq", QUERY)
    cq.write("x.cq", f"param min: Int = 0\n{QUERY} | filter stars >= $min")
    holds(cq.run("run", "--", "-odd.cq").text.count("\n") == 8, "run -- -odd.cq")
    before = cq.run("--to", "csv", "run", "x.cq")
    after = cq.run("run", "x.cq", "--to", "csv")
    same((before.status, after.status), (0, 0), "statuses")
    same(after.output, before.output, "the options after the script")
    chosen = cq.run("run", "./x.cq", "--min", "3", "--to", "csv")
    same(chosen.text.count("\n"), 4, "lines with --min 3")


@check(33, "errors as JSON have the code, the place and the fix")
def errors_for_programs(cq):
    run = cq.query("from hotels | sort by distnace", "--errors=json")
    same((run.output, run.status), (b"", 3), "output and status")
    fault = json.loads(run.told)
    same((fault["code"], fault["line"], fault["column"]), ("CQ0201", 1, 23), "what is told")
    holds(fault["fix"], "there is no fix")


@check(34, "every code of the sources is explained")
def every_code(cq):
    path = os.path.join(ROOT, "Sources", "Diagnostics", "DiagnosticCode.swift")
    with open(path, encoding="utf-8") as file:
        codes = sorted(set(re.findall(r'"(CQ\d{4})"', file.read())))
    holds(len(codes) > 30, f"only {len(codes)} codes were found")
    listed = cq.run("explain").text
    for code in codes:
        run = cq.run("explain", code)
        holds(run.status == 0 and run.text.startswith(f"# {code}: "), f"{code}: {run}")
        holds(code in listed, f"cq explain does not list {code}")


@check(41, "cq doctor tells versions, paths, libraries and the terminal, and no secret")
def doctor(cq):
    run = cq.run("doctor", env={"BESTBUY_API_KEY": "SECRET-VALUE"})
    same(run.status, 0, "status")
    for part in ["version", "path", "library", "terminal", "variable"]:
        holds(f"\n{part}\t" in run.text, f"no {part} in {run.text!r}")
    holds("config" in run.text and "history" in run.text, "a path is not named")
    holds("SECRET" not in run.text + run.told, "the key is shown")
