export const PAGES_CSS = `
:root {
  color-scheme: light dark;
  --bg: light-dark(#faf8f3, #11141a);
  --surface: light-dark(#ffffff, #1a1f29);
  --sunken: light-dark(#f1ede3, #262d3a);
  --ink: light-dark(#1b1e24, #ece9e1);
  --muted: light-dark(#5c5f66, #a9b0bd);
  --primary: light-dark(#1f4478, #9cc0f2);
  --primary-hover: light-dark(#17355f, #b9d3f7);
  --on-primary: light-dark(#ffffff, #11141a);
  --danger: light-dark(#b3261e, #ff9a8f);
  --danger-soft: light-dark(#fbeae8, #3a2122);
  --success: light-dark(#1a6b48, #7fd6ad);
  --success-soft: light-dark(#e5f2eb, #18302a);
  --line: light-dark(#e2dccf, #2f3745);
  --border: light-dark(#857d6e, #7d8798);
  font-variant-numeric: tabular-nums;
  line-break: strict;
  overflow-wrap: anywhere;
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--bg);
  color: var(--ink);
  font: 16px/1.8 "Hiragino Sans", "Hiragino Kaku Gothic ProN", "Noto Sans JP", "Noto Sans CJK JP", "BIZ UDPGothic", "Yu Gothic Medium", Meiryo, system-ui, sans-serif;
}
.notice { margin: 0; padding: 8px 16px; background: #f2b233; color: #1b1e24; font-size: 13px; font-weight: 700; text-align: center; }
.page { max-width: 60rem; margin: 0 auto; padding: 24px 16px 48px; }
.narrow { max-width: 36rem; }
h1 { margin: 0 0 8px; font-size: 24px; line-height: 1.4; word-break: auto-phrase; }
h2 { margin: 0 0 12px; font-size: 20px; line-height: 1.4; }
p { margin: 0 0 12px; }
a { color: var(--primary); }
.back { display: inline-flex; align-items: center; min-height: 44px; }
:focus-visible { outline: 3px solid var(--primary); outline-offset: 2px; }
.columns { display: grid; gap: 24px; margin-top: 16px; }
.card { padding: 20px; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); }
.card + .card { margin-top: 24px; }
.columns > .card + .card { margin-top: 0; }
.price { margin: 0; font-size: 32px; font-weight: 700; line-height: 1.4; }
.muted { color: var(--muted); font-size: 13px; line-height: 1.6; }
dl { margin: 16px 0 0; }
dl div { display: flex; justify-content: space-between; gap: 16px; padding: 8px 0; border-top: 1px solid var(--line); }
dd { flex: none; max-width: 60%; margin: 0; text-align: right; }
dl + form { margin-top: 16px; }
dl .sum { font-weight: 700; }
.field { margin-bottom: 16px; }
label, legend { display: block; font-size: 15px; font-weight: 700; line-height: 1.6; }
.hint { display: block; color: var(--muted); font-size: 13px; font-weight: 400; }
input:not([type="radio"]) {
  width: 100%;
  min-height: 48px;
  padding: 8px 12px;
  border: 1px solid var(--border);
  border-radius: 8px;
  background: var(--surface);
  color: var(--ink);
  font: inherit;
}
input[aria-invalid="true"] { border: 2px solid var(--danger); }
.error { margin: 4px 0 0; color: var(--danger); font-size: 15px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
fieldset { margin: 0 0 16px; padding: 0; border: 0; }
.choice { display: flex; gap: 12px; align-items: center; min-height: 48px; font-weight: 400; }
.choice input { width: 20px; height: 20px; accent-color: var(--primary); }
button, .button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  min-height: 48px;
  padding: 8px 20px;
  border: 1px solid var(--primary);
  border-radius: 8px;
  background: var(--primary);
  color: var(--on-primary);
  font: inherit;
  font-weight: 700;
  text-decoration: none;
  cursor: pointer;
}
button:hover, .button:hover { background: var(--primary-hover); border-color: var(--primary-hover); }
.wide { width: 100%; }
.quiet { border-color: var(--border); background: transparent; color: var(--primary); }
.quiet:hover { background: var(--sunken); border-color: var(--border); }
.actions { display: flex; flex-wrap: wrap; gap: 12px; }
.actions form { display: contents; }
.columns + .actions { margin-top: 24px; }
.banner { margin: 0 0 16px; padding: 12px 16px; border-radius: 8px; border: 1px solid currentColor; }
.banner.bad { background: var(--danger-soft); color: var(--danger); }
.banner.good { background: var(--success-soft); color: var(--success); }
details { margin-top: 20px; border-top: 1px solid var(--line); font-size: 15px; }
summary { min-height: 44px; padding: 10px 0; color: var(--primary); cursor: pointer; }
ul { margin: 0; padding: 0; list-style: none; }
.rows li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 8px 16px; padding: 12px 0; border-top: 1px solid var(--line); }
.rows li:first-child { border-top: 0; }
.rows a { display: inline-flex; align-items: center; min-height: 44px; }
.number { font-family: ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; white-space: nowrap; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 15px; line-height: 1.6; }
th, td { padding: 8px 12px 8px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { border-top: 0; color: var(--muted); font-size: 13px; white-space: nowrap; }
@media (min-width: 48rem) {
  .columns { grid-template-columns: 1fr 1fr; align-items: start; }
}
@media print { .notice, .actions, .back { display: none; } }
`;
