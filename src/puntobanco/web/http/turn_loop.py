"""The task that runs the hall's turns, and waits for the disk on another thread."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from puntobanco.errors import StoreError
from puntobanco.web.hall.hall import Hall

LONGEST_SLEEP = 1_000
"""Milliseconds between two turns at most: then the log's file is looked for."""


class TurnLoop:
    """Runs a turn whenever a request waits or a timer expires."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._woken = asyncio.Event()
        self._is_stopping = False
        hall.wake = self._woken.set

    def stop(self) -> None:
        """Stop once every waiting request is answered."""
        self._is_stopping = True
        self._woken.set()

    async def run(self) -> None:
        """Run turns until stopped."""
        loop, hall = asyncio.get_running_loop(), self._hall
        with ThreadPoolExecutor(1, "log") as disk:
            while hall.has_requests or not self._is_stopping:
                hall.store.look_for_file()
                if hall.store.needs_reopen and not await self._reopened(disk):
                    await self._sleep()
                    continue
                batch = hall.decide()
                try:
                    if not batch.is_empty:
                        await loop.run_in_executor(disk, hall.commit, batch)
                except StoreError as error:
                    hall.abandon(batch, error)
                else:
                    hall.publish(batch)
                await self._sleep()

    async def _reopened(self, disk: ThreadPoolExecutor) -> bool:
        """Open the log again after a write whose outcome is unknown; gives whether it could be."""
        hall = self._hall
        try:
            await asyncio.get_running_loop().run_in_executor(disk, hall.store.reopen)
            hall.refresh()
        except StoreError as error:
            hall.postpone(error)
            return False
        return True

    async def _sleep(self) -> None:
        """Sleep until a request comes or a timer expires; yield to other tasks at least once."""
        await asyncio.sleep(0)
        self._woken.clear()
        wait = self._hall.due() - self._hall.elapsed()
        if wait > 0 and not self._is_stopping:
            loop = asyncio.get_running_loop()
            handle = loop.call_later(min(wait, LONGEST_SLEEP) / 1_000, self._woken.set)
            await self._woken.wait()
            handle.cancel()
