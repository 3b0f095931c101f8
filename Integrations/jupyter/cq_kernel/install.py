# SPDX-License-Identifier: MIT
"""Tells Jupyter of the kernel: `python3 -m cq_kernel.install [PROGRAM] [--prefix FOLDER]`."""
import argparse
import json
import os
import sys
import tempfile

from jupyter_client.kernelspec import KernelSpecManager


def main():
    parser = argparse.ArgumentParser(prog="python3 -m cq_kernel.install")
    parser.add_argument("program", nargs="?", default="cq", help="the cq that answers")
    parser.add_argument("--prefix", help="a folder such as that of an environment of Python")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        with open(os.path.join(folder, "kernel.json"), "w", encoding="utf-8") as file:
            json.dump({
                "argv": [sys.executable, "-m", "cq_kernel", "-f", "{connection_file}"],
                "display_name": "cq", "language": "cq", "env": {"CQ": options.program},
                "interrupt_mode": "signal"}, file)
        place = KernelSpecManager().install_kernel_spec(
            folder, "cq", user=options.prefix is None, prefix=options.prefix)
    print(f"Jupyter finds cq in {place}")


if __name__ == "__main__":
    main()
