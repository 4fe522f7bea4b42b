"""The commands of `python -m bots`: arguments, progress, output. Other packages do the work."""
