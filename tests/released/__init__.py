"""The store of each released version, as its own `export` wrote it. `test_released.py` plays on with each."""
