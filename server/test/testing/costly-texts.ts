export const marks = (length: number): string =>
  `a${"\u0300".repeat(length / 2)}${"\u0327".repeat(length / 2)}`.slice(0, length);

/** Texts that take long if they are worked on before they are measured. `bytes`: of UTF-8, of each character. */
export const COSTLY: Record<string, { bytes: number; of: (characters: number) => string }> = {
  // First, and short: a regular expression that tries every way to divide it would never end with more.
  "letters before another sign": { bytes: Infinity, of: () => `${"a".repeat(26)}!` },
  "marks in the wrong order": { bytes: 2, of: marks },
  "signs that become eighteen": { bytes: 3, of: (n) => "ﷺ".repeat(n) },
  "line feeds and separators": { bytes: 17 / 9, of: (n) => `a${"\r\n、,|; \t　".repeat(n / 9)}` },
  "spaces between letters": { bytes: 1, of: (n) => `${"a".padEnd(n - 1)}a` },
};
