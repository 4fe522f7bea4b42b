"""Parallel work in processes that end with their parent, for any reason."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import active_children, get_context
from typing import TypeVar

from server.process.child import bare_environment, tie_to

T = TypeVar("T")
R = TypeVar("R")


def share(work: Callable[[T], R], parts: Sequence[T], processes: int) -> Iterator[R]:
    """The results of `work` for each part, in the order of the parts."""
    start = get_context("spawn")
    with bare_environment():
        pool = ProcessPoolExecutor(processes, start, initializer=_mortal, initargs=(os.getpid(),))
    with pool:
        try:
            with later(), bare_environment():
                begun = [pool.submit(work, part) for part in parts]
            for one in begun:
                yield one.result()
        except KeyboardInterrupt:
            # Terminated, not cancelled: a pool whose processes die while it drops cancelled work prints a
            # traceback.
            for process in active_children():
                process.terminate()
            raise
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


@contextlib.contextmanager
def later() -> Iterator[None]:
    """Defer Ctrl-C, also for processes started meanwhile: they would print tracebacks of their imports. The
    signal mask alone is not enough: the system delivers the signal to another thread, such as one of numpy's,
    and Python still handles it in the main thread."""
    asked = list[int]()
    here = threading.current_thread() is threading.main_thread()
    handler = signal.signal(signal.SIGINT, lambda number, frame: asked.append(number)) if here else None
    former = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, former)
        if handler is not None:
            signal.signal(signal.SIGINT, handler)
    if asked:
        signal.raise_signal(signal.SIGINT)


def _mortal(parent: int) -> None:
    """Initializer of a worker process: from now on, Ctrl-C and the end of the parent terminate it
    silently."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    if (tie := tie_to(parent)) is not None:
        tie()
