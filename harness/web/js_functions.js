// What the engine imports, linked into the module by emscripten (--js-library); engine.mjs has the functions themselves.
mergeInto(LibraryManager.library, {
  fairshuffle_js_fill: function (deckSize, rows, rowCount, batch) {
    return Module['fill'](deckSize, rows, rowCount, batch);
  },
  fairshuffle_js_tell: function (context, state) {
    return Module['tell'](UTF8ToString(state));
  },
  fairshuffle_js_replay: function (context, deckSize, cards, draws) {
    return Module['replay'](deckSize, cards, draws);
  },
  fairshuffle_js_finds: function (pattern, text) {
    return new RegExp(UTF8ToString(pattern)).test(UTF8ToString(text)) ? 1 : 0;
  },
  // One thread is all there is.
  emscripten_num_logical_cores: function () {
    return 1;
  },
});
