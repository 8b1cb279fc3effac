"""What a run of the engine that was cut off leaves unsaid, and how its state learns it."""
