"""The version number, for `--version` and the package."""

VERSION = "0.2.0"
