"""A Jupyter kernel for rigid: hands the cells of a notebook to `rigid --machine` and shows what comes back.

`rigid jupyter --install` puts it where Jupyter looks. It needs ipykernel (Debian: python3-ipykernel).
"""
import codecs
import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import threading
import time

LOOK = 0.5  # s between two looks whether the program is still there
PATIENT = 2  # s after an interrupt, before it is said that nothing came of it
DEAF = ("What runs is in a call that hears no interrupt before it returns. Wait for it, or interrupt once more: "
        "that ends the session, and its values are lost.\n")

from ipykernel.kernelapp import IPKernelApp
from ipykernel.kernelbase import Kernel


class Machine:
    """The program, which takes requests and answers them as lines of JSON on two descriptors of their own.

    All it says is read while a request is awaited, in one thread: what is printed is told in its order, and before the end.
    It is in the kernel's own process group, so that whoever ends or interrupts that reaches what the program has started, too.
    """

    def __init__(self, tell):
        theirs, requests = os.pipe()
        self.answers, others = os.pipe()
        command = [os.environ.get("RIGID", "rigid"), "--machine", str(theirs), str(others)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, pass_fds=(theirs, others))
        os.close(theirs)
        os.close(others)
        self.requests = os.fdopen(requests, "w", encoding="utf-8")
        self.tell = tell
        self.last = 0
        self.begun = []  # pieces of a line whose end has not come
        self.asked = None  # when what runs was first asked to stop
        self.ended_by_force = False
        self.decoders = {}
        self.open = selectors.DefaultSelector()
        self.open.register(self.answers, selectors.EVENT_READ)
        for name, stream in (("stdout", self.process.stdout), ("stderr", self.process.stderr)):
            self.decoders[stream.fileno()] = name, codecs.getincrementaldecoder("utf-8")("replace")
            self.open.register(stream.fileno(), selectors.EVENT_READ)

    def interrupt(self, *_):
        """Ask what runs to stop; where it was told that nobody listens, end the program."""
        if self.process.poll() is not None:
            return
        if self.asked is not None and time.monotonic() - self.asked > PATIENT:
            self.ended_by_force = True
            self.process.kill()
        else:
            self.asked = self.asked or time.monotonic()
            self.process.send_signal(signal.SIGINT)

    @contextlib.contextmanager
    def interruptible(self):
        """While a request is served, SIGINT is passed on; nothing that was read is lost by it."""
        self.asked = None
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, self.interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def hear(self, wait):
        """Tell what was printed; the lines of the answers that came, and whether anything came at all."""
        lines, heard = [], False
        for key, _ in self.open.select(wait):
            piece = os.read(key.fd, 65536)
            if not piece:
                self.open.unregister(key.fd)
                if key.fd == self.answers:
                    raise EOFError("rigid has ended")
                continue
            heard = True
            if key.fd == self.answers:
                *ends, rest = piece.split(b"\n")
                for end in ends:
                    lines.append(b"".join(self.begun) + end)
                    self.begun = []
                self.begun.append(rest)
            else:
                name, decoder = self.decoders[key.fd]
                self.tell(name, decoder.decode(piece))
        return lines, heard

    def wait(self):
        """The lines of the answers that come next. What the program has started may outlive it, and hold its pipes open."""
        told = False
        while True:
            lines, heard = self.hear(LOOK)
            if lines:
                return lines
            if not heard and self.process.poll() is not None:
                raise EOFError("rigid has ended")
            if self.asked and not told and time.monotonic() - self.asked > PATIENT:
                told = True
                self.tell("stderr", DEAF)

    def ask(self, **request):
        """Hand a request in; its answers, one after another, the last one too."""
        self.last += 1
        request["id"] = self.last
        with self.interruptible():
            try:
                self.requests.write(json.dumps(request) + "\n")
                self.requests.flush()
            except BrokenPipeError as problem:
                raise EOFError("rigid has ended") from problem
            while True:
                for line in self.wait():
                    answer = json.loads(line.decode("utf-8", "replace"))
                    if answer.get("id") != self.last:
                        continue
                    if request["do"] == "run" and not answer.get("done"):
                        yield answer
                        continue
                    while self.hear(0)[1]:
                        pass
                    yield answer
                    return

    def end(self):
        try:
            self.requests.close()
            self.process.wait(timeout=2)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.open.close()
        os.close(self.answers)
        self.process.stdout.close()
        self.process.stderr.close()


class RigidKernel(Kernel):
    implementation = "rigid"
    implementation_version = "1"
    language_info = {"name": "lua", "mimetype": "text/x-lua", "file_extension": ".lua", "pygments_lexer": "lua", "codemirror_mode": "lua"}
    banner = "rigid: rigid-body dynamics in Lua"
    help_links = []
    machine = None

    def tell(self, name, text):
        self.send_response(self.iopub_socket, "stream", {"name": name, "text": text})

    def the_machine(self):
        """The program; a new one where it has ended."""
        if self.machine is not None and self.machine.process.poll() is not None:
            self.leave()
        if self.machine is None:
            self.machine = Machine(self.tell)
        return self.machine

    def leave(self):
        machine, self.machine = self.machine, None
        if machine is not None:
            machine.end()

    def show(self, answer, silent):
        if silent:
            return
        data = {"text/plain": answer["value"]}
        for kind, name, form in (("text/html", "html", "%s"), ("text/latex", "latex", r"$\displaystyle %s$"), ("image/svg+xml", "svg", "%s")):
            if answer.get(name):
                data[kind] = form % answer[name]
        self.send_response(self.iopub_socket, "display_data", {"data": data, "metadata": {}})

    def failed(self, words, silent):
        lines = words.splitlines() or [words]
        content = {"ename": "error", "evalue": lines[0], "traceback": lines}
        if not silent:
            self.send_response(self.iopub_socket, "error", content)
        return {"status": "error", "execution_count": self.execution_count, **content}

    def do_execute(self, code, silent, store_history=True, user_expressions=None, allow_stdin=False):
        complaints, ok, machine = [], True, None
        try:
            machine = self.the_machine()
            for answer in machine.ask(do="run", text=code):
                if "value" in answer:
                    self.show(answer, silent)
                elif "complaint" in answer:
                    complaints.append(answer["complaint"])
                if answer.get("done"):
                    ok = answer["ok"]
        except EOFError:
            why = "what ran did not end by itself, so its session was ended" if machine and machine.ended_by_force else "rigid has ended"
            self.leave()
            return self.failed(why + "; the next cell begins a new session", silent)
        if not ok:
            return self.failed("\n".join(complaints), silent)
        if complaints and not silent:
            self.tell("stderr", "\n".join(complaints) + "\n")
        return {"status": "ok", "execution_count": self.execution_count, "payload": [], "user_expressions": {}}

    def one(self, **request):
        """The one answer to a question; empty where there is none."""
        try:
            return list(self.the_machine().ask(**request))[-1]
        except EOFError:
            self.leave()
            return {}

    def do_complete(self, code, cursor_pos):
        before = code[:cursor_pos]
        answer = self.one(do="complete", text=before)
        start = len(before.encode("utf-8")[:answer.get("keep", 0)].decode("utf-8", "ignore"))
        return {"status": "ok", "matches": answer.get("names", []), "cursor_start": start, "cursor_end": cursor_pos, "metadata": {}}

    def do_inspect(self, code, cursor_pos, detail_level=0, omit_sections=()):
        end = cursor_pos
        while end < len(code) and (code[end].isalnum() or code[end] == "_"):
            end += 1
        answer = self.one(do="inspect", text=code[:end])
        found = bool(answer.get("found"))
        return {"status": "ok", "found": found, "metadata": {}, "data": {"text/plain": answer["text"]} if found else {}}

    def do_is_complete(self, code):
        answer = self.one(do="complete?", text=code)
        return {"status": answer.get("is", "unknown"), "indent": "    "}

    def do_shutdown(self, restart):
        self.leave()
        return {"status": "ok", "restart": restart}


if __name__ == "__main__":
    sys.path[:] = [path for path in sys.path if path]
    IPKernelApp.launch_instance(kernel_class=RigidKernel)
