"""What people write in a stack file: one model a section."""
