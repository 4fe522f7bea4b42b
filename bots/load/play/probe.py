"""Pings on separate sockets, at times fixed before the run: they wait for nothing, so no stall is hidden.

A server that stalls for two seconds leaves all pings of those seconds unanswered; each counts with the whole
time since its place in the schedule.
"""

from __future__ import annotations

from math import ceil
from typing import Any, Final

from protocol.frames import Ping, Pong, Welcome

from .recorder import Recorder
from .scheduler import Scheduler
from .user import User

PER_SOCKET: Final = 4.0
"""Pings a second on one socket: a little below the rate limit of a client."""


def sockets_for(rate: float) -> int:
    """The number of sockets for this rate of pings."""
    return ceil(rate / PER_SOCKET)


class Probes:
    """The n-th ping is due n / rate seconds after `begin`."""

    def __init__(self, scheduler: Scheduler, recorder: Recorder, rate: float) -> None:
        self.users: list[User] = []
        self._scheduler = scheduler
        self._recorder = recorder
        self._rate = rate
        self._out: dict[int, float] = {}
        """Unanswered pings: when each was due."""
        self._begin = self._end = 0.0

    def start(self, begin: float, end: float) -> None:
        """Ping from `begin` to `end`."""
        self._begin, self._end = begin, end
        if self._rate > 0:
            self._scheduler.at(begin, self._send, 0)

    def _send(self, number: int) -> None:
        due = self._begin + number / self._rate
        self._out[number] = due
        self._user(number).session.say(Ping(number))
        following = self._begin + (number + 1) / self._rate
        if following < self._end:
            self._scheduler.at(following, self._send, number + 1)

    def _user(self, number: int) -> User:
        return self.users[number % len(self.users)]

    def heard(self, user: User, frame: Any) -> None:
        """A frame has arrived for one of the users."""
        if isinstance(frame, Pong):
            due = self._out.pop(frame.n, None)
            if due is not None:
                self._recorder.note("probe", due, self._scheduler.clock() - due)
        elif isinstance(frame, Welcome):  # reconnected: unanswered pings are sent again
            for number in self._out:
                if self._user(number) is user:
                    user.session.say(Ping(number))

    @property
    def answered(self) -> bool:
        """Are all pings answered?"""
        return not self._out

    def finish(self) -> None:
        """Record unanswered pings with the time they have waited."""
        now = self._scheduler.clock()
        for due in self._out.values():
            self._recorder.note("probe", due, now - due)
        self._recorder.fault("probes unanswered", len(self._out))
        self._out.clear()
