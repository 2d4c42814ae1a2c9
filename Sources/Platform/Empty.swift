// Placeholder so that the target builds.
