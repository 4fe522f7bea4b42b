"""Access to Redis: keys, atomic scripts, connections, and an embedded Redis server for one machine.

This package knows nothing of tables and games; a log is a numbered list of bytes here. It may import no
package of this repository but metrics and process supervision.
"""
