"""Tests of Santiago de Cuba. Each cites the statements of the rules that it decides."""
