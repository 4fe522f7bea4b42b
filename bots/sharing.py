"""Work that is shared out over processes, which end with the one that has it done, however that ends."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import active_children, get_context
from typing import TypeVar

from server.children import tie_to

T = TypeVar("T")
R = TypeVar("R")


def share(work: Callable[[T], R], parts: Sequence[T], processes: int) -> Iterator[R]:
    """What `work` makes of each part, in their order."""
    start = get_context("spawn")
    with ProcessPoolExecutor(processes, start, initializer=_mortal, initargs=(os.getpid(),)) as pool:
        try:
            with later():
                begun = [pool.submit(work, part) for part in parts]
            for one in begun:
                yield one.result()
        except KeyboardInterrupt:
            # Ended, not called off: a pool whose processes die while it drops what is called off tells of it.
            for process in active_children():
                process.terminate()
            raise
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


@contextlib.contextmanager
def later() -> Iterator[None]:
    """Ctrl-C waits meanwhile, and also for what is started: that would tell of its imports, or that it was
    not told what to do. A mask alone is not enough: the system hands the signal to another thread, as numpy
    has one, and Python acts on it here all the same."""
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
    """From here on Ctrl-C ends this process, without a word; so does the end of that which it works for."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    if (tie := tie_to(parent)) is not None:
        tie()
