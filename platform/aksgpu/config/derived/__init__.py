"""What follows from a stack: facts of the cluster, what pools offer, what quotas come to. Nothing is asked twice."""
