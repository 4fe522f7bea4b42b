"""Tests of Machi Koro. Each cites the statements of the rules that it decides."""
