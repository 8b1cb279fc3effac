"""Rehearses a stack on one machine: real engine, API server and controllers; simulated Azure and nodes."""
