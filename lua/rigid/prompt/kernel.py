"""A Jupyter kernel for rigid: hands the cells of a notebook to `rigid --machine` and shows what comes back.

`rigid jupyter --install` puts it where Jupyter looks. It needs ipykernel (Debian: python3-ipykernel).
"""
import codecs
import json
import os
import selectors
import signal
import subprocess
import sys

from ipykernel.kernelapp import IPKernelApp
from ipykernel.kernelbase import Kernel


class Machine:
    """The program, which takes requests and answers them as lines of JSON on two descriptors of their own.

    All it says is read while a request is awaited, in one thread: what is printed is told in its order, and before the end.
    """

    def __init__(self, tell):
        theirs, requests = os.pipe()
        self.answers, others = os.pipe()
        command = [os.environ.get("RIGID", "rigid"), "--machine", str(theirs), str(others)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            pass_fds=(theirs, others), start_new_session=True)
        os.close(theirs)
        os.close(others)
        self.requests = os.fdopen(requests, "w", encoding="utf-8")
        self.tell = tell
        self.last = 0
        self.begun = b""
        self.decoders = {}
        self.open = selectors.DefaultSelector()
        self.open.register(self.answers, selectors.EVENT_READ)
        for name, stream in (("stdout", self.process.stdout), ("stderr", self.process.stderr)):
            self.decoders[stream.fileno()] = name, codecs.getincrementaldecoder("utf-8")("replace")
            self.open.register(stream.fileno(), selectors.EVENT_READ)

    def interrupt(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)

    def hear(self, wait):
        """Tell what was printed; the lines of the answers that came, and whether anything came at all."""
        lines, heard = [], False
        for key, _ in self.open.select(None if wait else 0):
            piece = os.read(key.fd, 65536)
            if not piece:
                self.open.unregister(key.fd)
                if key.fd == self.answers:
                    raise EOFError("rigid has ended")
                continue
            heard = True
            if key.fd == self.answers:
                *lines, self.begun = (self.begun + piece).split(b"\n")
            else:
                name, decoder = self.decoders[key.fd]
                self.tell(name, decoder.decode(piece))
        return lines, heard

    def ask(self, **request):
        """Hand a request in; its answers, one after another, the last one too."""
        self.last += 1
        request["id"] = self.last
        try:
            self.requests.write(json.dumps(request) + "\n")
            self.requests.flush()
        except BrokenPipeError as problem:
            raise EOFError("rigid has ended") from problem
        while True:
            try:
                lines, _ = self.hear(True)
            except KeyboardInterrupt:
                self.interrupt()
                continue
            for answer in map(json.loads, lines):
                if answer.get("id") != self.last:
                    continue
                if request["do"] == "run" and not answer.get("done"):
                    yield answer
                    continue
                while self.hear(False)[1]:
                    pass
                yield answer
                return

    def end(self):
        try:
            self.requests.close()
            self.process.wait(timeout=2)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()


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
        if self.machine is None or self.machine.process.poll() is not None:
            self.machine = Machine(self.tell)
        return self.machine

    def show(self, answer, silent):
        if silent:
            return
        data = {"text/plain": answer["value"]}
        for kind, name in (("text/html", "html"), ("text/latex", "latex"), ("image/svg+xml", "svg")):
            if answer.get(name):
                data[kind] = answer[name]
        self.send_response(self.iopub_socket, "display_data", {"data": data, "metadata": {}})

    def failed(self, words, silent):
        lines = words.splitlines() or [words]
        content = {"ename": "error", "evalue": lines[0], "traceback": lines}
        if not silent:
            self.send_response(self.iopub_socket, "error", content)
        return {"status": "error", "execution_count": self.execution_count, **content}

    def do_execute(self, code, silent, store_history=True, user_expressions=None, allow_stdin=False):
        complaints, ok = [], True
        try:
            for answer in self.the_machine().ask(do="run", text=code):
                if "value" in answer:
                    self.show(answer, silent)
                elif "complaint" in answer:
                    complaints.append(answer["complaint"])
                else:
                    ok = answer["ok"]
        except EOFError:
            return self.failed("rigid has ended; the next cell begins a new session", silent)
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
        if self.machine is not None:
            self.machine.end()
            self.machine = None
        return {"status": "ok", "restart": restart}


if __name__ == "__main__":
    sys.path[:] = [path for path in sys.path if path]
    IPKernelApp.launch_instance(kernel_class=RigidKernel)
