"""The rules, one file for each topic."""
