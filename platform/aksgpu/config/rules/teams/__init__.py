"""All rules about teams, their limits and their network."""

from aksgpu.config.rules.teams import network_policies, team_limits, teams

RULES = (*teams.RULES, *team_limits.RULES, *network_policies.RULES)
