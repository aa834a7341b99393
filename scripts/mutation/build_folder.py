"""A folder that CMake and Ninja have built in: what of it depends on a file, and its programs linked anew with changed
objects in place of theirs. Nothing in the folder is written to."""
import json
import os
import re
import shlex
import subprocess
import tempfile
import threading

ARCHIVE_MEMBER = re.compile(r"^(\S+\.a)\(([^)]+)\)", re.MULTILINE)


class BuildFolder:
    def __init__(self, root, folder):
        self.root, self.folder = os.path.realpath(root), os.path.realpath(folder)
        self.lock = threading.Lock()
        self.linked, self.archives = {}, {}

    def build(self, targets):
        """Brings targets up to date. What was known of them before is forgotten."""
        done = subprocess.run(["cmake", "--build", self.folder, "--target", *targets], capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"scripts/mutate: the unchanged tree does not build:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
        with open(os.path.join(self.folder, "compile_commands.json"), encoding="utf-8") as file:
            commands = [(shlex.split(each["command"]), each["file"]) for each in json.load(file)]
        self.commands = {command[command.index("-o") + 1]: (command, file) for command, file in commands}
        self.dependents = self._read_dependents()
        self.linked, self.archives = {}, {}

    def _ninja(self, *arguments):
        return subprocess.run(["ninja", "-C", self.folder, "-t", *arguments], check=True, capture_output=True, text=True).stdout

    def programs(self):
        """All programs that the folder can build, relative to it."""
        return re.findall(r"^(\S+): \S+_EXECUTABLE_LINKER", self._ninja("targets", "all"), re.MULTILINE)

    def _read_dependents(self):
        dependents, target = {}, None
        for line in self._ninja("deps").splitlines():
            if line.startswith("    "):
                path = os.path.normpath(os.path.join(self.folder, line.strip()))
                if path.startswith(self.root + os.sep):
                    dependents.setdefault(os.path.relpath(path, self.root), set()).add(target)
            elif ": #deps" in line:
                target = line.split(": #deps")[0]
        return dependents

    def objects_with(self, path):
        """The objects that the text of a file is part of."""
        return {each for each in self.dependents.get(path, ()) if each in self.commands}

    def _command_that_makes(self, output):
        line = self._ninja("commands", output).splitlines()[-1]
        return [word for word in shlex.split(line) if word not in (":", "&&")]

    def _objects_in(self, archive):
        if archive not in self.archives:
            self.archives[archive] = [word for word in self._command_that_makes(archive) if word.endswith(".o")]
        return self.archives[archive]

    def dependence_of(self, program):
        """The command that links a program, and the objects that it is made of."""
        with self.lock:
            if program not in self.linked:
                command = self._command_that_makes(program)
                # CMake may have a step or two after the link.
                end = command.index("-o") + 2
                while end < len(command) and not command[end].endswith("cmake"):
                    end += 1
                command = command[:end]
                self.linked[program] = (command, self._objects_linked(command))
            return self.linked[program]

    def _objects_linked(self, command):
        with tempfile.TemporaryDirectory() as folder:
            probe, table = list(command), os.path.join(folder, "map")
            probe[probe.index("-o") + 1] = os.path.join(folder, "program")
            done = subprocess.run([*probe, f"-Wl,-Map={table}"], cwd=self.folder, capture_output=True, text=True)
            if done.returncode != 0:
                raise SystemExit(f"scripts/mutate: cannot link {command[command.index('-o') + 1]} again:\n{done.stderr[-2000:]}")
            with open(table, encoding="utf-8", errors="replace") as file:
                members = set(ARCHIVE_MEMBER.findall(file.read()))
        objects = {word for word in command if word.endswith(".o")}
        # Members of an archive are told by their names alone: those of one name are all taken for linked.
        for archive in {word for word in command if word.endswith(".a") and not os.path.isabs(word)}:
            objects |= {each for each in self._objects_in(archive) if (archive, os.path.basename(each)) in members}
        return objects

    def link(self, program, changed, output):
        """Links `program` to `output`; `changed` are paths of objects by the name of those they stand for. True if it went
        well."""
        command, _ = self.dependence_of(program)
        words = list(command)
        words[words.index("-o") + 1] = output
        linked = []
        # An object is linked before any archive, so that of its namesake there nothing is wanted any more.
        extra = [path for name, path in changed.items() if name not in command]
        for word in words:
            if word == "-o":
                linked += extra
            linked.append(changed.get(word, word))
        return subprocess.run(linked, cwd=self.folder, capture_output=True).returncode == 0

    def compile(self, name, overlay, path, output):
        """Compiles the object `name` to `output`, with the file `path` as it stands in the folder `overlay`. Includes run
        from the root, so a folder that is searched before it shows its files in place of the root's. True if it went
        well."""
        command, source = self.commands[name]
        words = list(command)
        words[words.index("-o") + 1] = output
        # A precompiled header is of other settings: read as text it would cost more than it saves.
        for at in [at for at, word in enumerate(words) if word == "-include" and words[at + 1].endswith("cmake_pch.hxx")][::-1]:
            del words[at:at + 2]
        changed, broken = os.path.join(self.root, path), os.path.join(overlay, path)
        if os.path.realpath(source) == changed:
            words = [broken if word == source else word for word in words]
        else:
            # A file that CMake made to unite several includes each by its whole path.
            with open(source, encoding="utf-8") as file:
                text = file.read()
            if f'#include "{changed}"' in text:
                united = output + ".united.cxx"
                with open(united, "w", encoding="utf-8") as file:
                    file.write(text.replace(f'#include "{changed}"', f'#include "{broken}"'))
                words = [united if word == source else word for word in words]
        first = next((at for at, word in enumerate(words) if word.startswith("-I")), len(words))
        words[first:first] = ["-I", overlay]
        # Quick to compile counts for more than quick to run, and that it warns is no sign of a mutant. One that reads past
        # an end is a mutant that the sanitizers' tests notice: here the library's own checks do.
        end = words.index("-c")
        words[end:end] = ["-O1", "-w", "-D_GLIBCXX_ASSERTIONS"]
        return subprocess.run(words, cwd=self.folder, capture_output=True).returncode == 0
