"""A hub without a server: one person plays with bots in one browser, in a Web Worker on Pyodide.

`table.py`  one table: the server's own table, rights and viewers, and what one client of it is told
`hub.py`    frames of the page to their tables, and answers to the page's HTTP requests
`bots.py`   the bots of these tables: their minds and their pauses
`player.py` connects hub and bots, for `server/web/offline/hub_worker.js`

`files.py`  the archive of all Python files that the browser needs, for the build of the page

The first four do no input or output and read no clock. A change is applied and told in three calls: the hub
says what is to be stored, the caller stores it, and only then takes the frames for the page.
"""
