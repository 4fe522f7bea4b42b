"""What the store keeps, against a real Redis."""
