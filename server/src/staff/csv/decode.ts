/**
 * The text of a CSV: UTF-8 with or without a byte order mark, else Shift_JIS as Excel writes it (CP932). Hardly any
 * Shift_JIS text is valid UTF-8, so the strict reading comes first.
 * @returns null when it is neither, or holds NUL, which no text does
 */
export function decodeCsv(content: Uint8Array): string | null {
  const text = read("utf-8", content) ?? read("shift_jis", content);
  return text === null || text.includes("\0") ? null : text;
}

function read(encoding: string, content: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content);
  } catch {
    return null;
  }
}
