"""A SIMULATED Azure behind the real engine: a provider that keeps what it is told in one file and creates nothing.

The engine takes it for azure-native if a program of the name pulumi-resource-azure-native on PATH ends in
`exec python -m aksgpu_rehearsal.simulated_azure "$@"`. Every message says "simulated".
"""

from aksgpu_rehearsal.simulated_azure.cloud import Cloud
from aksgpu_rehearsal.simulated_azure.provider import SimulatedAzure

__all__ = ["Cloud", "SimulatedAzure"]
