"""Typed AKS GPU platforms: catalogue, config, desired state and plan. Never imports Pulumi."""
