"""All cases of policy rules: the unit tests and the engine tests read the same."""

import policy_cases_azure
import policy_cases_kubernetes
import policy_cases_network_policies
import policy_cases_workloads
from policy_cases import Case

TABLES = (policy_cases_azure, policy_cases_kubernetes, policy_cases_network_policies, policy_cases_workloads)
CASES: tuple[Case, ...] = tuple(case for table in TABLES for case in table.CASES)
