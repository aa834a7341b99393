// What the program's module imports, linked into it by emscripten (--js-library); program.mjs has the functions themselves.
mergeInto(LibraryManager.library, {
  fairshuffle_js_function: function (named, why, room) {
    return Module['functionNamed'](UTF8ToString(named), function (text) { stringToUTF8(text, why, room); });
  },
  fairshuffle_js_call: function (index, deckSize, rows, rowCount, batch, why, room) {
    return Module['fill'](index, deckSize, rows, rowCount, batch, function (text) { stringToUTF8(text, why, room); });
  },
  fairshuffle_js_finds: function (pattern, text) {
    return new RegExp(UTF8ToString(pattern)).test(UTF8ToString(text)) ? 1 : 0;
  },
  fairshuffle_js_is_terminal: function (descriptor) {
    return require('tty').isatty(descriptor) ? 1 : 0;
  },
  // One thread is all there is.
  emscripten_num_logical_cores: function () {
    return 1;
  },
});
