// The engine: a WebAssembly module with the doors of fairshuffle_abi.h. One thread, no files.

const largestDeck = 128;
const framesTold = 50;
const goOn = 0, end = 1, fail = 2;

/**
 * Makes an engine of emscripten's glue. instantiate(imports, done) is to call done(instance, module) with an instance of the
 * module beside it.
 */
export async function openEngine(createEngine, instantiate) {
  const call = {};
  return new Engine(call, await createEngine({ ...settingsOf(call), instantiateWasm: instantiate }));
}

/** The same at once, of a compiled module. Some browsers allow that in workers only. */
export function openEngineNow(createEngine, module) {
  const call = {};
  const settings = {
    ...settingsOf(call),
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(module, imports);
      done(instance, module);
      return instance.exports;
    },
  };
  createEngine(settings);
  return new Engine(call, settings);
}

function settingsOf(call) {
  return {
    fill: (...batch) => fill(call, ...batch),
    replay: (...run) => replay(call, ...run),
    tell: (state) => tell(call, state),
  };
}

class Engine {
  #call;
  #module;

  constructor(call, module) {
    this.#call = call;
    this.#module = call.module = module;
  }

  /** Judges a shuffle as fairshuffle_certify_rows does; onProgress(state) ends the run by returning false. */
  certifyRows(request, shuffle, onProgress) {
    return this.#answered({ shuffle, onProgress }, [JSON.stringify(request)],
                          (text) => this.#module._fairshuffle_js_certify_rows(text, request.n));
  }

  /** Judges shuffles of the catalogue as fairshuffle_certify does. */
  certify(request, onProgress) {
    return this.#answered({ onProgress }, [JSON.stringify(request)], (text) => this.#module._fairshuffle_js_certify(text));
  }

  /**
   * 'exact' or 'explain' of a shuffle whose draws are answered, as fairshuffle_exact_code has it: run(deckSize, answer) gives the
   * deck that comes of answers, which answer(kind, size, the deck as it lies) gives as fairshuffle_answer does.
   */
  askOfCode(door, request, run) {
    return this.#answered({ run }, [JSON.stringify(request)], this.#module[`_fairshuffle_js_${door}_code`]);
  }

  /** 'exact', 'explain' or 'draw', as in fairshuffle_abi.h. */
  ask(door, request) {
    return this.#answered({}, [JSON.stringify(request)], this.#module[`_fairshuffle_${door}`]);
  }

  list() {
    return this.#answered({}, [], this.#module._fairshuffle_list);
  }

  #answered(call, texts, ask) {
    return this.#alone(call, () => {
      const at = this.#withTexts(texts, ask);
      if (at === 0) throw new RangeError('fairshuffle: there is not enough memory');
      const answer = JSON.parse(this.#module.UTF8ToString(at));
      this.#module._fairshuffle_free(at);
      if (answer.error === undefined) return answer;
      const { kind, message, draws } = answer.error;
      if (kind === 'caller' && this.#call.thrown !== undefined) throw withDraws(this.#call.thrown.error, draws);
      if (kind === 'limit') throw new RangeError(message);
      throw kind === 'input' ? Object.assign(new RangeError(message), { code: 'ERR_FAIRSHUFFLE_INPUT' }) : new Error(message);
    });
  }

  #alone(call, work) {
    if (this.#call.isBusy) throw new TypeError('fairshuffle: a shuffle that is tried may not call fairshuffle itself');
    Object.assign(this.#call, { shuffle: undefined, onProgress: undefined, run: undefined }, call, { isBusy: true, thrown: undefined });
    // Between a shuffle and who has it certified lie frames of the module, more than are told of by default.
    const { stackTraceLimit } = Error;
    if (stackTraceLimit < framesTold) Error.stackTraceLimit = framesTold;
    try {
      return work();
    } finally {
      this.#call.isBusy = false;
      if (stackTraceLimit < framesTold) Error.stackTraceLimit = stackTraceLimit;
    }
  }

  // work(address of each text).
  #withTexts(texts, work) {
    const bytes = texts.map((text) => new TextEncoder().encode(`${text}\0`));
    const rooms = bytes.map((each) => this.#module._malloc(each.length));
    try {
      bytes.forEach((each, index) => this.#module.HEAPU8.set(each, rooms[index]));
      return work(...rooms);
    } finally {
      for (const room of rooms) this.#module._free(room);
    }
  }
}

// What a shuffle threw, and which answered draws led there.
function withDraws(error, draws) {
  if (draws !== undefined && error !== null && typeof error === 'object' && Object.isExtensible(error)) error.draws = draws;
  return error;
}

// Called by the module, through which no exception may pass: shuffles the deck in each row.
export function fill(call, deckSize, rows, rowCount, batch) {
  try {
    const { module, shuffle } = call;
    let bytes = module.HEAPU8;
    // Sorted; or where decks are carried on, the one row as the last trial left it. Not Array.from: where an array can have no
    // holes Chromium's compiler takes another sort than Chromium does, from the middle of a run on, and no mistake has both distributions.
    const first = new Array(deckSize);
    for (let position = 0; position < deckSize; ++position) first[position] = bytes[rows + position];
    for (let row = 0, at = rows; row < rowCount; ++row, at += deckSize) {
      const deck = new Array(deckSize);  // copied by hand, which is quicker than by slice
      for (let position = 0; position < deckSize; ++position) deck[position] = first[position];
      const returned = shuffle(deck);
      const shuffled = returned === undefined ? deck : returned;
      if (writeRow(bytes, at, shuffled, deckSize)) continue;
      show(module, wordsOf(shuffled, deckSize), (text) => module._fairshuffle_show_row(batch, row, text));
      bytes = module.HEAPU8;  // to tell of it took memory, perhaps other than was there
    }
    return goOn;
  } catch (error) {
    call.thrown = { error };
    return fail;
  }
}

// The same for one deck, whose draws are answered.
function replay(call, deckSize, cards, draws) {
  try {
    const { module, run } = call;
    const isWatched = module._fairshuffle_looks(draws) === 1;
    const deck = run(deckSize, (kind, size, before) => {
      if (isWatched && !writeRow(module.HEAPU8, cards, before, deckSize)) module.HEAPU8.fill(0, cards, cards + deckSize);
      return module._fairshuffle_answer(draws, kind, size);
    });
    if (!writeRow(module.HEAPU8, cards, deck, deckSize)) show(module, wordsOf(deck, deckSize), (text) => module._fairshuffle_show_deck(draws, text));
    return goOn;
  } catch (error) {
    call.thrown = { error };
    return fail;
  }
}

function tell(call, state) {
  if (call.onProgress === undefined) return goOn;
  try {
    return call.onProgress(JSON.parse(state)) === false ? end : goOn;
  } catch (error) {
    call.thrown = { error };
    return fail;
  }
}

// False where bytes can't hold the deck.
function writeRow(bytes, at, deck, deckSize) {
  if (deck === null || deck.length !== deckSize) return false;
  for (let position = 0; position < deckSize; ++position) {
    const card = deck[position];
    if (typeof card !== 'number') return false;
    const byte = card & 0xff;
    if (byte !== card) return false;
    bytes[at + position] = byte;
  }
  return true;
}

// at(address of the words).
function show(module, words, at) {
  const bytes = new TextEncoder().encode(`${words}\0`);
  const room = module._malloc(bytes.length);
  module.HEAPU8.set(bytes, room);
  at(room);
  module._free(room);
}

/** What came instead of a deck, in words. */
export function wordsOf(deck, deckSize) {
  if (typeof deck?.then === 'function') {
    // What it comes to is nobody's any more: a rejection that nobody hears would end the process.
    Promise.resolve(deck).catch(() => {});
    throw new TypeError('the shuffle returned a promise; a trial is over when the function returns, so give one that is not async');
  }
  if (deck === null || typeof deck !== 'object' || typeof deck.length !== 'number') {
    throw new TypeError(`the shuffle returned ${shown(deck)}; it is to shuffle the array that it is given, or to return another one`);
  }
  const cards = Array.from({ length: Math.min(deck.length, largestDeck) }, (_, position) => shown(deck[position])).join(' ');
  return (deck.length === deckSize ? cards : `${cards} (${deck.length} cards instead of ${deckSize})`).slice(0, 400);
}

/** A value in an error's words. */
export function shown(value) {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint') return `${value}n`;
  try {
    return typeof value === 'string' ? JSON.stringify(value) : String(value);
  } catch {
    return 'something without words';
  }
}
