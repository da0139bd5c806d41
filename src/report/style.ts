/** The page's style sheet: system fonts, one column, light and dark by the reader's preference. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf8; --card: #ffffff; --ink: #1c1e21; --muted: #5d6268; --rule: #e3e0da; --track: #eeebe5;
  --good: #13703f; --bad: #b3261e; --open: #8a5a00; --invalid: #5b4bb0; --base: #9aa0a6; --plain: #3b6ea8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #131517; --card: #1a1d20; --ink: #e8e6e1; --muted: #9ea4aa; --rule: #2d3136; --track: #262a2e;
    --good: #74cf9c; --bad: #ff8f84; --open: #e9b95c; --invalid: #b9abff; --base: #767d84; --plain: #7fb0e6;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0 auto; max-width: 62rem; padding: clamp(1.25rem, 5vw, 4rem) clamp(1rem, 4vw, 2.5rem) 4rem;
  background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
  overflow-wrap: break-word; font-variant-numeric: tabular-nums;
}
h1, h2, p, ul, figure, pre { margin: 0; }
h1 { margin-top: .35rem; font-size: clamp(2.5rem, 9vw, 4.25rem); line-height: 1; font-weight: 750; letter-spacing: -.025em; color: var(--verdict); }
h2 { font-size: 1.1rem; line-height: 1.3; font-weight: 650; letter-spacing: -.005em; }
header { border-top: .3rem solid var(--verdict); padding-top: 1.25rem; }
.PASS { --verdict: var(--good); } .FAIL { --verdict: var(--bad); }
.INCONCLUSIVE { --verdict: var(--open); } .INVALID { --verdict: var(--invalid); }
.name { color: var(--muted); font-weight: 600; }
.why { margin-top: 1.1rem; max-width: 44rem; font-size: clamp(1.125rem, 2.6vw, 1.35rem); line-height: 1.42; }
.remedy { margin-top: 1.4rem; max-width: 44rem; padding-left: 1rem; border-left: .2rem solid var(--verdict); }
.remedy h2 { font-size: 1rem; }
.note { margin-top: .9rem; max-width: 44rem; color: var(--muted); font-size: .9rem; }
section { margin-top: 3rem; }
details { margin-top: 1rem; border-top: 1px solid var(--rule); padding-top: 1rem; }
section + details { margin-top: 3rem; }
summary { cursor: pointer; display: flex; gap: .6rem; align-items: baseline; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::before { content: "+"; width: .8rem; color: var(--muted); font-weight: 650; }
details[open] > summary::before { content: "\\2212"; }
.bars { margin-top: 1.1rem; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17.5rem), 1fr)); }
figure { background: var(--card); border: 1px solid var(--rule); border-radius: .5rem; padding: .85rem 1rem .7rem; }
figcaption { display: flex; justify-content: space-between; align-items: baseline; gap: .75rem; font-weight: 650; }
figcaption small { color: var(--muted); font-size: .75rem; font-weight: 400; white-space: nowrap; }
figure div { margin-top: .55rem; display: grid; grid-template-columns: auto 1fr auto; gap: .3rem .6rem; align-items: center; font-size: .85rem; }
figure span { color: var(--muted); } figure b { font-weight: 600; text-align: right; }
figure p { margin-top: .45rem; color: var(--muted); font-size: .75rem; line-height: 1.2; }
svg { display: block; width: 100%; height: .7rem; border-radius: .15rem; overflow: hidden; }
.track { fill: var(--track); } .fill { fill: var(--base); } .tick { fill: var(--ink); transform: translateX(-2px); }
svg.plain .fill { fill: var(--plain); } svg.bad .fill { fill: var(--bad); } svg.good .fill { fill: var(--good); }
.scroll { margin-top: 1.1rem; overflow-x: auto; }
.bars + .scroll { margin-top: 1.75rem; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; line-height: 1.4; }
caption { text-align: left; padding-bottom: .4rem; color: var(--muted); font-size: .8rem; }
th, td { padding: .45rem .9rem .45rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--rule); font-weight: 400; }
th:last-child, td:last-child { padding-right: 0; }
thead th { color: var(--muted); font-size: .8rem; white-space: nowrap; border-bottom-color: var(--muted); }
tbody th { font-weight: 500; min-width: 8rem; }
td.sentence { min-width: 15rem; }
.number, .range { text-align: right; white-space: nowrap; }
.of2 tbody th { width: 14rem; }
ul { margin-top: 1rem; padding-left: 1.1rem; max-width: 48rem; font-size: .9rem; }
li + li { margin-top: .35rem; } li::marker { color: var(--muted); }
.mark { font-weight: 650; } .mark.good { color: var(--good); } .mark.bad { color: var(--bad); }
.mark.open { color: var(--open); } .mark.quiet { color: var(--muted); font-weight: 400; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .85em; }
pre { margin-top: 1rem; padding: .9rem 1rem; overflow-x: auto; background: var(--card); border: 1px solid var(--rule); border-radius: .5rem; line-height: 1.5; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--rule); color: var(--muted); font-size: .8rem; }
:focus-visible { outline: 2px solid var(--plain); outline-offset: 3px; border-radius: .15rem; }
@media (max-width: 34rem) {
  table { font-size: .8rem; } thead th { font-size: .74rem; } th, td { padding-right: .45rem; } tbody th { min-width: 4.8rem; }
  .of2 tbody th { width: 8.5rem; } td.range { white-space: normal; min-width: 5.4rem; }
}
@media print { body { max-width: none; padding: 0; } .scroll { overflow: visible; } }
`;
