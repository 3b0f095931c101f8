# SPDX-License-Identifier: MIT
"""Executes a notebook with the kernel of Integrations/jupyter and judges what came."""
import os
import subprocess
import sys
import tempfile
import time

import nbformat
from jupyter_client.manager import start_new_kernel

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
CQ = os.environ.get("CQ", os.path.join(ROOT, ".build", "release", "cq"))
CELLS = [
    "let near = from hotels | filter distance < 200",
    "from near | sort by name | show name, stars | limit 2",
    "from hotels | count by stars | to bars count by stars",
    "from hotels | filter stras > 2",
    'from "hostile.json"',
    "from near | count",
    "explain steps from hotels | filter stars > 2 and rooms > 1",
    "from hotels | assert stars > 3",
    "quit",
]


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update({
            "HOME": folder, "JUPYTER_DATA_DIR": os.path.join(folder, "data"), "CQ_CONFIG": "",
            "CQ_OFFLINE": "1", "PYTHONPATH": os.path.join(ROOT, "Integrations", "jupyter"),
            "PATH": os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]})
        told = subprocess.run([CQ, "kernel", "install"], capture_output=True, text=True, check=True)
        expect("install", told.stdout.startswith("Jupyter finds cq in "), told.stdout)
        judge(executed(folder))
        converse(folder)
    print("notebook: as expected")


def expect(what, holds, got):
    if not holds:
        sys.exit(f"notebook: {what}: {got}")


def executed(folder):
    """The cells of a notebook that `jupyter nbconvert` has executed."""
    notebook = nbformat.v4.new_notebook(
        metadata={"kernelspec": {"name": "cq", "display_name": "cq", "language": "cq"}},
        cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    with open(os.path.join(folder, "hostile.json"), "w", encoding="utf-8") as file:
        file.write('[{"name": "<script>alert(1)</script>"}]')
    path = os.path.join(folder, "tour.ipynb")
    nbformat.write(notebook, path)
    subprocess.run(
        [sys.executable, "-m", "jupyter", "nbconvert", "--execute", "--allow-errors", "--to",
         "notebook", "--output", "done.ipynb", path], check=True, capture_output=True)
    return nbformat.read(os.path.join(folder, "done.ipynb"), as_version=4).cells


def judge(cells):
    silent, rows, chart, fault, markup, last, steps, check, leaving = (
        [dict(out) for out in cell.outputs] for cell in cells)
    expect("a declaration", not [out for out in silent if out["output_type"] != "stream"], silent)
    table = data_of(rows)
    expect("rows", "<table" in table["text/html"] and "Belleclaire" in table["text/html"], table)
    expect("rows as text", "Belleclaire Hotel\t3" in table["text/plain"], table)
    expect("a chart", "<svg" in data_of(chart)["text/html"], chart)
    expect("a chart as text", data_of(chart)["text/plain"].splitlines()[1:4] == [
        "The numbers", "count by stars", "stars\tcount"], chart)
    lines = data_of(steps)["text/plain"].splitlines()
    expect("steps as text", lines[2].startswith(" " * 35), steps)
    errors = [out for out in fault if out["output_type"] == "error"]
    expect("a fault", errors and errors[0]["ename"] == "CQ0201", fault)
    expect("its place", any("^^^^^" in line for line in errors[0]["traceback"]), errors)
    failed = [out for out in check if out["output_type"] == "error"]
    expect("a check", failed and failed[0]["ename"] == "CQ0602", check)
    expect("its place", failed[0]["traceback"][0].startswith("1:22: FAILED[CQ0602]: "), failed)
    expect("leaving", [out.get("text") for out in leaving] == [
        "note: the session goes on; a new kernel begins another one\n"], leaving)
    expect("markup of data", "<script" not in "".join(
        out["data"]["text/html"] for out in markup if "data" in out), markup)
    expect("the session goes on", data_of(last)["text/plain"].splitlines()[1:3] == ["count", "4"],
           last)


def data_of(outputs):
    found = [out["data"] for out in outputs if out["output_type"] == "execute_result"]
    expect("one result", len(found) == 1, outputs)
    return found[0]


def converse(folder):
    """What a notebook asks besides."""
    with open(os.path.join(folder, "many.csv"), "w", encoding="utf-8") as file:
        file.write("id,text\n")
        file.writelines(f"{number},{number * 7919 % 100003} words\n" for number in range(400_000))
    os.chdir(folder)
    manager, client = start_new_kernel(kernel_name="cq")
    try:
        reply = client.complete("from hote", reply=True, timeout=30)["content"]
        expect("completion", reply["matches"] == ["hotels "] and reply["cursor_start"] == 5,
               reply)
        client.is_complete("from hotels |")
        whole = client.get_shell_msg(timeout=30)["content"]
        expect("a line that goes on", whole["status"] == "incomplete", whole)
        client.execute('from "many.csv" | join "many.csv" on text < many.text | count')
        time.sleep(1)
        manager.interrupt_kernel()
        reply = client.get_shell_msg(timeout=30)["content"]
        expect("an interruption", reply["status"] == "error", reply)
        reply = client.execute_interactive("from hotels | count", timeout=30)["content"]
        expect("a cell after it", reply["status"] == "ok", reply)
    finally:
        client.stop_channels()
        manager.shutdown_kernel()


main()
