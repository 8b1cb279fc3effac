"""The Azure half: resources in the engine's camelCase, in the API versions that pulumi-azure-native uses by default."""
