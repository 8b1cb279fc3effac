"""The typed config of a stack: its model, how it is read, what is derived from it, and the rules that judge it."""
