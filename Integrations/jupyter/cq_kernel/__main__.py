# SPDX-License-Identifier: MIT
"""What Jupyter starts for each notebook."""
from ipykernel.kernelapp import IPKernelApp

from .kernel import CqKernel

IPKernelApp.launch_instance(kernel_class=CqKernel)
