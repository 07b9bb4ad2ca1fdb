/** Comes after the pages' and the mailbox's own. */
export const CONTROL_CSS = `
body { max-width: none; padding: 0; }
.page { max-width: 75rem; }
.board { display: grid; gap: 24px; }
.clock { font-size: 24px; font-weight: 700; }
.mails details { border: 1px solid var(--border); }
.rows li { align-items: center; }
.rows p { margin: 0; }
.rows li > div { min-width: 0; }
@media (min-width: 64rem) {
  .board { grid-template-columns: 3fr 2fr; grid-template-rows: auto 1fr; align-items: start; }
  .mails { grid-column: 2; grid-row: 1 / span 2; }
}
`;
