"""Web push: notices to browsers whose page is away, sent through the push services of the browsers.

    devices.py      the requests of pages: the key, adding and removing a device
    encryption.py   what RFC 8291 and RFC 8292 ask for; the only module that knows the library
    endpoints.py    which addresses of push services are acceptable
    delivery.py     one request to a push service
    sender.py       the bounded queue of all requests
    wording.py      the texts of notices

`server/live/turn_notices.py` decides who gets a notice, and when.
"""
