"""Teams apart from each other: namespaces, rights, identities, limits and who may talk to whom."""
