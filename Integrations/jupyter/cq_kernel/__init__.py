# SPDX-License-Identifier: MIT
"""A Jupyter kernel that drives `cq kernel`."""
__version__ = "0.1.0"
