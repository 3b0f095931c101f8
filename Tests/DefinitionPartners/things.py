# SPDX-License-Identifier: MIT
"""The things that both servers have, and what cq makes of them."""

import datetime
import decimal
import json
import os
import pathlib
import subprocess

CQ = str(pathlib.Path(__file__).parents[2] / "Scripts" / "cq")
BRANDS = ["Wind", "wind", "Café", "Cafe", "Spin & Co", "100%", None]
NAMES = ["Kite", "Top", "Bär", "a&b=c", "100%", "x'y", "../z", "kite, blue", " edge"]
KEY = "tok3n-4711-secret"


def things(chance, count):
    """Rows with nulls, ties, and names that addresses and SQL treat as special."""
    return [
        {
            "id": number,
            "name": chance.choice(NAMES) + f" {number}",
            "brand": chance.choice(BRANDS),
            "price": chance.choice([None, decimal.Decimal(chance.randrange(0, 5000)) / 100]),
            "stock": chance.randrange(0, 5),
            "made": chance.choice(
                [None, datetime.date(2024, 1, 1) + datetime.timedelta(chance.randrange(40))]),
        }
        for number in range(1, count + 1)
    ]


def ask(folder, name, query, *options):
    """The rows of a query as cq gives them, and what it said on standard error."""
    environment = {
        **os.environ, f"CQ_KEY_{name.upper()}": KEY, "HOME": str(folder),
        "XDG_CACHE_HOME": str(folder / "cache"), "XDG_CONFIG_HOME": str(folder / "config")}
    run = subprocess.run(
        [CQ, "--define", str(folder / f"{name}.cq"), "--refresh", "-c", f"{query} | to jsonl",
         *options],
        capture_output=True, text=True, cwd=folder, env=environment)
    assert run.returncode == 0, f"{query}: status {run.returncode}: {run.stderr}"
    assert KEY not in run.stdout + run.stderr, query
    rows = [json.loads(line, parse_float=decimal.Decimal) for line in run.stdout.splitlines()]
    return rows, run.stderr


def write_definition(folder, name, port):
    text = (pathlib.Path(__file__).parent / f"{name}.cq").read_text()
    (folder / f"{name}.cq").write_text(text.replace("PORT", str(port)))
