"""From a file to a stack, and from findings to words at their places in the file."""
