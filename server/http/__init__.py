"""HTTP helpers: responses, error pages, request limits, allowed hosts.

The endpoints are in `api` and `app.py`.
"""
