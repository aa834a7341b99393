"""The WebAssembly module beside the native program: the same seed gives the same counts, byte for byte, and the same verdicts.

usage: catalogue_test.py PROGRAM PACKAGE [--share]

PROGRAM is the native one, PACKAGE the folder that is packed for npm. Every shuffle of the catalogue runs at several deck sizes,
and one of them with every source, draw method and seeding. Of std-shuffle, whose loop is the C++ library's own, nothing is
compared.
"""
import json
import math
import subprocess
import sys
from pathlib import Path

MOST_OFF = 1e-9  # of any number, relative
MOST_OFF_P = 4e-12  # of p-values, relative, above 1e-290
NEAR_ONE = 0.9  # above it p-values have fewer digits in common, and no verdict asks for them
MOST_OFF_NEAR_ONE = 1e-3


RUN_OF_MODULE = """
import { readFileSync } from 'node:fs';
const [folder, request] = process.argv.slice(1);
const { default: createEngine } = await import(`${folder}/fairshuffle-engine.mjs`);
const { openEngineNow } = await import(`${folder}/engine.mjs`);
const engine = openEngineNow(createEngine, new WebAssembly.Module(readFileSync(`${folder}/fairshuffle-engine.wasm`)));
process.stdout.write(engine.certify(JSON.parse(request)).report);
"""


def run_native(program, request):
    words = [*request['targets'], '--n', ','.join(map(str, request['n']))]
    for name in ('trials', 'tolerance', 'seed'):
        if name in request:
            words += [f'--{name}', str(request[name])]
    done = subprocess.run([program, 'certify', *words, '--json', '-', '--quiet'], capture_output=True, text=True)
    if done.returncode not in (0, 1, 3):
        sys.exit(f'certify {" ".join(words)} ended with {done.returncode}: {done.stderr}')
    return json.loads(done.stdout)


def run_module(package, request):
    done = subprocess.run(['node', '--input-type=module', '--eval', RUN_OF_MODULE, str(Path(package).resolve()), json.dumps(request)],
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f'{request}: the module ended with {done.returncode}: {done.stderr}')
    return json.loads(done.stdout)


def entries(program, section):
    listed = subprocess.run([program, 'list', section, '--json'], capture_output=True, text=True, check=True).stdout
    listed = json.loads(listed)
    return listed[section] if isinstance(listed, dict) else listed


def names(program, section):
    return [entry['name'] for entry in entries(program, section)]


def shuffles_of(program, deck_sizes):
    """Those of the catalogue that take decks of all these sizes; names that stand for another with settings take any."""
    return [entry['name'] for entry in entries(program, 'shuffles') if 'decks' not in entry or
            all(entry['decks']['smallest'] <= n <= entry['decks']['largest'] for n in deck_sizes)]


class Difference:
    def __init__(self):
        self.faults, self.numbers, self.most, self.most_p = [], 0, 0.0, 0.0

    def note(self, where, native, web):
        self.faults.append(f'{where}: native {native!r}, web {web!r}')

    def compare(self, native, web, where, exactly=False):
        if isinstance(native, dict) and isinstance(web, dict):
            if native.keys() != web.keys():
                return self.note(where, sorted(native), sorted(web))
            for name in native:
                self.compare(native[name], web[name], f'{where}/{name}', exactly or name in ('evidence', 'positions', 'subsets'))
        elif isinstance(native, list) and isinstance(web, list) and len(native) == len(web):
            for index, pair in enumerate(zip(native, web)):
                self.compare(*pair, f'{where}/{index}', exactly)
        elif isinstance(native, float) and isinstance(web, (int, float)) and not exactly:
            self.compare_numbers(native, web, where)
        elif native != web:
            self.note(where, native, web)

    def compare_numbers(self, native, web, where):
        self.numbers += 1
        if native == web or abs(native) < 1e-290 and abs(web) < 1e-290:
            return
        # A difference of logarithms is what the p-values themselves differ by, relative; near 0 it is not small beside them.
        if where.endswith('log10_p') and abs(native - web) < MOST_OFF:
            return
        off = abs(native - web) / max(abs(native), abs(web))
        is_p = where.endswith(('p_value', 'adjusted_p'))
        if (is_p and native > NEAR_ONE or where.endswith('log10_p') and native > math.log10(NEAR_ONE)) \
                and abs(native - web) < MOST_OFF_NEAR_ONE:
            return
        if is_p:
            self.most_p = max(self.most_p, off)
        self.most = max(self.most, off)
        # What is nearly nothing beside 1 is the rest of a subtraction.
        if not off <= (MOST_OFF_P if is_p else MOST_OFF) and not math.isclose(native, web, abs_tol=1e-12):
            self.note(where, native, web)


def main():
    program, package = sys.argv[1:3]
    is_share = '--share' in sys.argv
    # At the smallest deck, in planes, in packed lanes, one by one; where every permutation is counted and where positions are.
    runs = [{'targets': shuffles_of(program, n), 'n': n, 'trials': trials} for n, trials in
            ([([4], 3000)] if is_share else
             [([2, 3, 4, 5, 6, 7], 40000), ([8], 40000), ([9, 12], 20000), ([13, 16], 20000), ([52], 6000), ([104], 2400)])]
    # The standard one of each is told once only.
    settings = [f'{shuffle}:{kind}={name}{",source=java-random" if name == "native" else ""}' for shuffle, kind in (('durstenfeld', 'source'), ('naive-swap', 'draw'), ('sattolo', 'seeding'))
                for name in names(program, f'{kind}s')]
    runs.append({'targets': settings, 'n': [5] if is_share else [3, 8, 20], 'trials': 5000})
    runs.append({'targets': ['durstenfeld'], 'n': [5], 'tolerance': 0.005 if is_share else 0.002})
    difference = Difference()
    targets = 0
    for request in runs:
        request['seed'] = 1
        native, web = run_native(program, request)['results'], run_module(package, request)['results']
        if len(native) != len(web):
            sys.exit(f'{len(native)} results, and {len(web)} of the module')
        for of_native, of_web in zip(native, web):
            if of_native['name'].split(':')[0] == 'std-shuffle':
                continue
            targets += 1
            difference.compare(of_native, of_web, of_native['name'])
    print(f'{targets} targets, {difference.numbers} numbers: at most {difference.most:.1e} off, p-values {difference.most_p:.1e}')
    for fault in difference.faults[:40]:
        print(fault)
    sys.exit(1 if difference.faults or targets == 0 else 0)


main()
