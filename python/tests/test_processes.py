"""Threads and processes: each way in a process of its own, with a time limit, since a faulty
process waits for ever."""
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import unittest

from support import HERE, TestCase, random_trials

import calibrant as cal

SECONDS = 120

# The parent queries or not, a loop by OpenMP of another package runs or not, and then children
# fork.
SCRIPT = """
import ctypes, multiprocessing, os, sys, threading
import calibrant as cal, random
draw = random.Random(1)
truth = [draw.random() < 0.3 for _ in range(530000)]
x = [draw.gauss(1 if t else -1, 1.5) for t in truth]
lrs = cal.lr_set(x, truth, "score", threads=2)

def ask(_=None):
    return cal.cllr_min(cal.lr_set(x, truth, "score", threads=2)), cal.eer(lrs)

def begin(library):
    if library:
        ctypes.CDLL(library).begin()
    else:
        ask()

if __name__ == "__main__":
    how, library = sys.argv[1:3]
    begin(library)
    expected = ask()
    if how == "threads":
        found = []
        workers = [threading.Thread(target=lambda: found.append(ask())) for _ in range(4)]
        [w.start() for w in workers], [w.join() for w in workers]
    elif how == "futures":
        from concurrent.futures import ProcessPoolExecutor
        with ProcessPoolExecutor(2, multiprocessing.get_context("fork")) as pool:
            found = list(pool.map(ask, range(2)))
    elif how == "joblib":
        import joblib
        found = joblib.Parallel(2, backend="multiprocessing")(joblib.delayed(ask)() for _ in range(2))
    else:
        with multiprocessing.get_context(how).Pool(2) as pool:
            found = pool.map(ask, range(2))
    assert found and all(one == expected for one in found), found
    print("right", len(found))
"""

OPENMP = """
#include <omp.h>
double begin(void) {
  double sum = 0;
#pragma omp parallel for num_threads(4) reduction(+ : sum)
  for (int i = 0; i < 100000; ++i) sum += i;
  return sum;
}
"""


class Processes(TestCase):
    def setUp(self):

        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = folder.name
        with open(os.path.join(self.path, "ways.py"), "w", encoding="utf-8") as file:
            file.write(SCRIPT)

    def openmp(self):
        source, library = (os.path.join(self.path, "begin." + end) for end in ("c", "so"))
        with open(source, "w", encoding="utf-8") as file:
            file.write(OPENMP)
        made = subprocess.run([os.environ.get("CC", "cc"), "-fopenmp", "-shared", "-fPIC", source,
                               "-o", library], capture_output=True)
        return library if made.returncode == 0 else ""

    def run_way(self, how, library=""):
        child = subprocess.Popen(
            [sys.executable, "-W", "ignore", "ways.py", how, library], cwd=self.path, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        try:
            said, wrong = child.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.communicate()
            self.fail(f"no answer within {SECONDS} seconds")
        self.assertEqual((child.returncode, said[:5]), (0, "right"), wrong)

    def test_ways_of_asking_at_once(self):
        every = os.environ.get("CALIBRANT_EXTENDED") == "true"
        ways = ["fork", "threads"] + (["spawn", "forkserver", "futures", "joblib"] if every else [])
        for library in ["", self.openmp()] if every else [self.openmp()]:
            for how in ways:
                if how == "joblib":
                    try:
                        import joblib  # noqa: F401
                    except ImportError:
                        continue
                with self.subTest(how=how, openmp=bool(library)):
                    self.run_way(how, library)

    @unittest.skipUnless(hasattr(os, "fork"), "without fork")
    def test_a_set_that_another_thread_asks_can_be_asked_by_a_child(self):
        x, truth = random_trials(1000)
        lrs = cal.lr_set(x, truth, "ln")
        expected = cal.cllr_min(x, truth, scale="ln")
        for _ in range(20):
            lrs.handle.lock.acquire()
            child = os.fork()
            if child == 0:
                signal.alarm(20)
                os._exit(0 if cal.cllr_min(lrs) == expected else 1)
            lrs.handle.lock.release()
            self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(cal.cllr_min(lrs), expected)

    def test_threads_on_one_set(self):
        x, truth = random_trials(5000)
        lrs = cal.lr_set(x, truth, "ln")
        expected = cal.lr_tally(lrs)
        blocks = list(map(float, cal.pav(lrs)["n_h1"]))
        wrong = []

        def ask():
            for k in range(100):
                tally = cal.lr_tally(lrs, width=2.0 ** -(k % 5 + 8))
                if sum(tally.n_h1) != sum(truth) or sum(tally.n_h2) != len(truth) - sum(truth):
                    wrong.append(k)
                if k % 5 == 2 and list(tally.n_h1) != list(expected.n_h1):
                    wrong.append(k)
                if list(map(float, cal.pav(lrs)["n_h1"])) != blocks:
                    wrong.append(-k)
        workers = [threading.Thread(target=ask) for _ in range(4)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        self.assertEqual(wrong, [])

    @unittest.skipUnless(sys.platform == "linux", "without /proc")
    def test_no_more_threads_are_started_than_there_are_processors(self):
        code = textwrap.dedent("""
            import threading, time, os, calibrant as cal, random
            x = [random.random() for _ in range(600000)]
            truth = [i % 3 == 0 for i in range(600000)]
            before = len(os.listdir("/proc/self/task"))
            most, done = 0, False
            def watch():
                global most
                while not done:
                    most = max(most, len(os.listdir("/proc/self/task")))
            watcher = threading.Thread(target=watch)
            watcher.start()
            for threads in (1000, 100000, 2000000000):
                cal.cllr_min(cal.lr_set(x, truth, "score", threads=threads, sure=True))
            done = True
            watcher.join()
            print(most - before <= len(os.sched_getaffinity(0)))
            # The system may list a thread for a moment after it was joined.
            end = time.monotonic() + 5
            while len(os.listdir("/proc/self/task")) > before and time.monotonic() < end:
                time.sleep(0.01)
            print(len(os.listdir("/proc/self/task")) - before)
        """)
        done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True,
                              text=True, timeout=SECONDS, cwd=HERE)
        self.assertEqual(done.stdout.split(), ["True", "0"], done.stderr)


if __name__ == "__main__":
    unittest.main()
