/**
 * Decodes UTF-8 with or without a byte order mark, else Shift_JIS as Excel writes it (CP932). UTF-8 is tried first,
 * because Shift_JIS text is almost never valid UTF-8.
 * @returns null for other encodings and for content with NUL
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
