/** The page's colours are those of the application. */
export const MAILBOX_CSS = `
:root {
  color-scheme: light dark;
  --bg: light-dark(#faf8f3, #11141a);
  --surface: light-dark(#ffffff, #1a1f29);
  --ink: light-dark(#1b1e24, #ece9e1);
  --muted: light-dark(#5c5f66, #a9b0bd);
  --primary: light-dark(#1f4478, #9cc0f2);
  --border: light-dark(#857d6e, #7d8798);
}
body {
  max-width: 48rem;
  margin: 0 auto;
  padding: 24px 16px;
  background: var(--bg);
  color: var(--ink);
  font: 16px/1.8 sans-serif;
  line-break: strict;
}
h1 { margin: 0; font-size: 24px; line-height: 1.4; }
p { margin: 8px 0; }
nav { display: flex; flex-wrap: wrap; gap: 0 24px; margin-bottom: 16px; }
nav a { padding: 10px 0; }
a { color: var(--primary); overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--primary); outline-offset: 2px; }
details { margin: 12px 0; border: 1px solid var(--border); border-radius: 8px; background: var(--surface); }
summary { display: block; padding: 12px 16px; cursor: pointer; }
summary strong { display: block; }
summary span, summary time { color: var(--muted); font-size: 13px; overflow-wrap: anywhere; }
summary span { margin-right: 16px; }
summary time { white-space: nowrap; }
.text { padding: 0 16px 16px; white-space: pre-wrap; overflow-wrap: anywhere; }
`;
