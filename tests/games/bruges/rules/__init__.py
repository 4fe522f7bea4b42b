"""The rules of Bruges except for single persons, a module for each part."""
