# SPDX-License-Identifier: MIT
"""Scripts of thousands of faults, levels, terms, names and values, each by itself."""
import json
import os
import subprocess
import tempfile
import time

from process import CQ, ROOT


def oversized_scripts():
    """What each script is, and its text."""
    hotels = "from hotels | filter "
    numbers = ", ".join(map(str, range(50_000)))
    return {
        "5 MB of text": f'{hotels}name = "{"x" * 5_000_000}"',
        "5 MB of lines": "from hotels | filter stars > 1\n" * 170_000,
        "600,000 words": f"{hotels}stars in ({', '.join(['1'] * 300_000)})",
        "10,000 pairs of parentheses": f"{hotels}{'(' * 10_000}stars{')' * 10_000} > 1",
        "400,000 brackets never closed": hotels + "[" * 400_000,
        "20,000 terms of `or`": hotels + " or ".join(["stars = 1"] * 20_000),
        "20,000 stages": "from hotels" + " | filter stars > 1" * 20_000,
        "10,000 groups never closed": "from hotels" + " | group by stars (" * 10_000,
        "10,000 `if` without `else`": hotels + "if stars > 1 then " * 10_000,
        "50,000 names never closed": f"{hotels}`abc\n" * 50_000,
        "100,000 texts never closed": f'{hotels}name = "\n' * 100_000,
        "500,000 comments never closed": "/* " * 500_000,
        "10,000 templates in each other": f"{hotels}name = " + 'f"{' * 10_000,
        "300,000 control characters": "\x01" * 300_000,
        "50,000 unknown stages": "from hotels | wher stars > 1\n" * 50_000,
        "30,000 unknown fields": f"{hotels}nam = 1\n" * 30_000,
        "30,000 names": "".join(f"let v{i} = from hotels\n" for i in range(30_000)),
        "20,000 views of views": "let v0 = from hotels\n" + "".join(
            f"let v{i} = from v{i - 1}\n" for i in range(1, 20_000)),
        "`in` with 50,000 numbers, 7 rows": f"{hotels}stars in ({numbers}) | count",
        "`in` with 50,000 numbers, 200,000 rows":
            f'from "rows.json" | filter n in ({numbers}) | count',
        "`n = 1`, 200,000 rows": 'from "rows.json" | filter n = 1 | count',
    }


def oversized(runs):
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "rows.json"), "w", encoding="utf-8") as file:
            json.dump([{"n": n} for n in range(200_000)], file)
        os.chdir(folder)
        for name, text in oversized_scripts().items():
            with open("script.cq", "w", encoding="utf-8") as file:
                file.write(text + "\n")
            times, run = [], None
            for _ in range(runs):
                begin = time.perf_counter()
                run = subprocess.run([CQ, "--offline", "--errors", "short", "run", "script.cq"],
                                     capture_output=True, text=True, check=False)
                times.append((time.perf_counter() - begin) * 1000)
            errors = [line for line in run.stderr.split("\n") if "error[" in line]
            told = errors[0].partition("error")[2][:60] if errors else run.stdout.split("\n")[1]
            print(f"{min(times):7.0f} ms  {name}: {len(errors)} errors, {told}")
        os.chdir(ROOT)
