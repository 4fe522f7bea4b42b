"""The rules of Bruges that are not about single persons, a module for each part."""
