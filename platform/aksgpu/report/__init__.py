"""A plan for its readers: as text, as Markdown, as JSON, and as the difference between two plans."""
