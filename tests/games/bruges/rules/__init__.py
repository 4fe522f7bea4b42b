"""The rules of Brügge that are not about single persons, a module for each part."""
