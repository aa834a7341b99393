// What the engine imports, linked into the module by emscripten (--js-library); engine.mjs has the functions themselves.
mergeInto(LibraryManager.library, {
  fairshuffle_js_fill: function (deckSize, rows, rowCount, batch) {
    return Module['fill'](deckSize, rows, rowCount, batch);
  },
  fairshuffle_js_tell: function (context, state) {
    return Module['tell'](UTF8ToString(state));
  },
  // One thread is all there is.
  emscripten_num_logical_cores: function () {
    return 1;
  },
});
