#include "reports/html/page_style.hpp"

namespace fairshuffle {

const std::string_view page_style = R"(
:root { color-scheme: light dark; --ground: #fdfdfb; --ink: #1d2329; --faint: #5d6772; --line: #dfe2e5;
  --panel: #f3f4f2; --good: #1f6f43; --bad: #b3261e; --open: #8a5a00; --calm: #2b6fb0; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.55 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
main:has(> .target) { max-width: 62rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .4rem; overflow-wrap: anywhere; }
.lead { font-size: 1.15rem; color: var(--faint); margin: 0 0 2rem; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 3rem 0 .6rem; padding-top: 1.2rem;
  border-top: 1px solid var(--line); overflow-wrap: anywhere; }
h3 { font-size: 1.02rem; margin: 2.2rem 0 .5rem; }
h2 + .figure h3 { margin-top: 1rem; }
h3, p, li { overflow-wrap: anywhere; }
p { margin: .6rem 0; }
a { color: var(--calm); }
.remark, .facts, .aside { color: var(--faint); font-size: .88rem; }
.scroll { overflow-x: auto; margin: .6rem 0; }
svg { display: block; }
svg[role=img] { max-width: 100%; height: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--faint); padding: .6rem 0 .2rem; }
th, td { text-align: left; vertical-align: top; padding: .25rem 1rem .25rem 0; }
thead th { font-weight: 600; color: var(--faint); border-bottom: 1px solid var(--line); }
.verdict { font-weight: 700; white-space: nowrap; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.open { color: var(--open); }
.target { border-bottom: 1px solid var(--line); }
.target > summary { display: grid; grid-template-columns: 7rem minmax(0, 1fr) 21rem minmax(0, 12.5rem);
  column-gap: 1rem; align-items: baseline; padding: .3rem 0; font-size: .95rem; color: var(--ink); }
.target > summary::marker { content: ""; }
.target > summary::-webkit-details-marker { display: none; }
.target > summary:hover { background: var(--panel); }
.target a { font-weight: 600; overflow-wrap: anywhere; }
.bound { color: var(--faint); font-size: .88rem; font-variant-numeric: tabular-nums;
  display: flex; gap: .3rem; align-items: baseline; }
.bound svg { flex: none; margin-bottom: -.15rem; }
.target .remark { overflow-wrap: anywhere; }
.target[open] { padding-bottom: 1.5rem; }
.part { border-bottom: 1px solid var(--line); padding: .3rem 0; }
.part > summary { font-size: 1rem; color: var(--ink); }
.part:first-of-type { margin-top: 2rem; }
.target > section, .part > :not(summary) { max-width: 46rem; }
dl { margin: .6rem 0; }
dl > div { display: flex; gap: 1rem; padding: .1rem 0; }
dt { flex: 0 0 7rem; color: var(--faint); }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.numbers { font-size: .8rem; font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.numbers th, .numbers td { white-space: nowrap; }
.numbers tbody th { font-weight: 400; }
.numbers th:last-child, .numbers td:last-child { padding-right: 0; }
.numbers .number { text-align: right; }
summary { cursor: pointer; color: var(--calm); font-size: .88rem; }
pre, .command { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .8rem 1rem;
  font: .84rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  white-space: pre-wrap; overflow-wrap: anywhere; }
.code { white-space: pre; overflow-x: auto; }
.code code, .command code { font: inherit; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14181c; --ink: #e3e7ea; --faint: #98a3ad; --line: #2c333a; --panel: #1c2228;
    --good: #6fcf97; --bad: #ff8a80; --open: #f2c14e; --calm: #7db4e6; }
}
@media screen and (prefers-color-scheme: dark) {
  .fill-ink, .fill-on-pale { fill: #e3e7ea; } .fill-faint { fill: #98a3ad; } .fill-panel { fill: #242b32; }
  .fill-calm { fill: #5a9ad6; } .fill-alarm { fill: #f08a3c; } .fill-on-middle, .fill-on-deep { fill: #10141a; }
  .stroke-grid { stroke: #2c333a; } .stroke-faint { stroke: #98a3ad; } .stroke-mark { stroke: #e3e7ea; }
  .stroke-calm { stroke: #5a9ad6; } .fill-mark { fill: #e3e7ea; }
  .fill-even { fill: #20262c; } .fill-rare1 { fill: #212f3e; } .fill-rare2 { fill: #23415c; }
  .fill-rare3 { fill: #2a5c89; } .fill-rare4 { fill: #4a8fcb; } .fill-rare5 { fill: #7db6e6; }
  .fill-rare6 { fill: #c3e0fa; } .fill-often1 { fill: #36291f; } .fill-often2 { fill: #55361e; }
  .fill-often3 { fill: #834d1c; } .fill-often4 { fill: #cb7a30; } .fill-often5 { fill: #eea35c; }
  .fill-often6 { fill: #fcd7ad; }
}
@media (max-width: 46rem) {
  main { padding: 1.5rem 1rem 3rem; }
  h1 { font-size: 1.6rem; }
  .target > summary { grid-template-columns: 7rem minmax(0, 1fr); gap: 0 .5rem; }
  .target > summary > :last-child { grid-column: 2; }
  .bound { grid-column: 2; }
  dl > div { display: block; }
}
@page { margin: 1.4cm; }
@media print {
  :root { color-scheme: light; --ground: #fff; --ink: #000; --faint: #444; --line: #bbb; --panel: #f5f5f5;
    --good: #1f6f43; --bad: #b3261e; --open: #8a5a00; --calm: #1d4f80; }
  body { font-size: 10.5pt; }
  main { max-width: none; padding: 0; }
  svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  svg[role=img] { min-width: 0; width: 15cm; }
  .scroll { overflow: visible; }
  .numbers { font-size: 8pt; }
  .numbers th, .numbers td { padding: .1rem .9rem .1rem 0; }
  .numbers th, .numbers td, .code { white-space: pre-wrap; }
  .scroll, tr, p, li, h2, h3 { break-inside: avoid; }
  h2 { margin-top: 1.8rem; }
  h3 { margin-top: 1.2rem; }
  h2, h3, h2 + p, section > .facts { break-after: avoid; }
  .remark { break-before: avoid; }
  summary { display: none; }
  .figure details:not([open]) { display: none; }
  .target > summary { display: grid; }
  .part > summary { display: block; font-weight: 600; }
  .target::details-content, .part::details-content { content-visibility: visible; }
}
)";

const std::string_view page_policy =
    "default-src 'none'; style-src 'sha256-KqIjePPve9lEL4HDz2IsKKeXfwuITJMSq8t/3lQXHBA='; base-uri 'none'; "
    "form-action 'none'";

}  // namespace fairshuffle
