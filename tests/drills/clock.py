"""A drill: the clock of a running worker jumps a year ahead and back, and a worker dies while it is ahead.

    python -m tests.drills.clock

Prints how long imports took, and fails where one does not come to its end. The clock is that of one
process alone: a few lines of C, loaded before its own library, add to the time of day what a file says.
So it needs a C compiler, and is no test.
"""

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from tests.archive.games import mixed_games
from tests.archive.sites import Site
from tests.archive.towns import timed

RECORDS: Final = 1_000
YEAR: Final = 365 * 86_400
LIBRARY: Final = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t id, struct timespec *at) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
    int failed = real(id, at);
    if (id == CLOCK_REALTIME) {
        char text[32] = {0};
        int file = open(getenv("AHEAD_FILE"), O_RDONLY);
        if (file >= 0) {
            if (read(file, text, sizeof text - 1) > 0) at->tv_sec += atol(text);
            close(file);
        }
    }
    return failed;
}
"""


def library(folder: Path) -> Path:
    compiler = shutil.which("cc")
    if compiler is None:
        sys.exit("There is no C compiler here.")
    made = folder / "ahead.so"
    command = [compiler, "-shared", "-fPIC", "-o", str(made), "-x", "c", "-", "-ldl"]
    subprocess.run(command, input=LIBRARY, text=True, check=True)
    return made


class JumpingSite(Site):
    """A site whose workers have a clock of their own."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, database_url="", redis_url="")
        self.ahead = folder / "ahead"
        self.jump(0)
        self.environment |= {
            "LD_PRELOAD": str(library(folder)),
            "AHEAD_FILE": str(self.ahead),
        }

    def jump(self, seconds: int) -> None:
        beside = self.ahead.with_suffix(".new")
        beside.write_text(str(seconds))
        beside.rename(self.ahead)


def sent(site: Site, folder: Path) -> str:
    path = folder / "games.tgr"
    path.write_text(mixed_games(RECORDS))
    batch_id: str = site.ask("open_batch", str(path))
    return batch_id


def drill(site: JumpingSite, folder: Path) -> None:
    worker = site.start_worker()
    site.wait_final(sent(site, folder))
    with timed(f"{RECORDS} records, the clock as it is"):
        site.wait_final(sent(site, folder))
    with timed("the same, and the clock jumps a year ahead and back meanwhile"):
        batch_id = sent(site, folder)
        site.wait_settled(batch_id, RECORDS // 5)
        site.jump(YEAR)
        site.wait_settled(batch_id, RECORDS // 2)
        site.jump(0)
        site.wait_final(batch_id)
    with timed(
        "the same, its messages lost while the clock is ahead: from the jump back to the end"
    ):
        site.jump(YEAR)
        time.sleep(3)  # until beat has sent its jobs by that clock
        batch_id = sent(site, folder)
        for message in (site.folder / "broker" / "messages").iterdir():
            message.unlink(missing_ok=True)
        site.jump(0)
        site.wait_final(batch_id)
    site.jump(YEAR)
    batch_id = sent(site, folder)
    site.wait_settled(batch_id, RECORDS // 5)
    site.kill(worker)
    site.jump(0)
    with timed("the same, its worker killed a year ahead: from the start of another to the end"):
        site.start_worker()
        site.wait_final(batch_id)


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="tilebook-drill-") as name:
        folder = Path(name)
        site = JumpingSite(folder)
        try:
            drill(site, folder)
            site.ask("picture")  # every ledger adds up
        finally:
            site.close()


if __name__ == "__main__":
    try:
        main()
    except AssertionError as error:
        sys.exit(str(error))
