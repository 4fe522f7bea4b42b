"""Bot processes that fill empty seats, and the worker processes that compute their choices and tips."""
