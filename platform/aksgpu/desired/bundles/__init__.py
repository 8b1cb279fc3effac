"""What is installed in the cluster: charts with their values, and the objects around them."""
