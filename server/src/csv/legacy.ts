/** Unicode has two of each; the code page's table names the other one. */
const TWINS: Record<string, string> = {
  "\u301c": "\uff5e",
  "\u2212": "\uff0d",
  "\u2014": "\u2015",
  "\u2016": "\u2225",
};

let codes: Map<string, number[]> | null = null;

/** The bytes of each character of Windows' code page 932 (Shift_JIS), by the decoder's own table. */
function legacyCodes(): Map<string, number[]> {
  codes ??= readCodes();
  return codes;
}

export const isLegacyCharacter = (character: string) => legacyCodes().has(character);

/** Characters outside the code page become 〓. */
export function encodeLegacy(text: string): Buffer {
  const known = legacyCodes();
  const missing = known.get("〓") ?? [];
  return Buffer.from([...text].flatMap((character) => known.get(TWINS[character] ?? character) ?? missing));
}

function readCodes(): Map<string, number[]> {
  const found = new Map<string, number[]>();
  const decoder = new TextDecoder("shift_jis");
  const read = (...bytes: number[]) => {
    const character = decoder.decode(Uint8Array.from(bytes));
    if ([...character].length === 1 && character !== "\ufffd" && !found.has(character)) found.set(character, bytes);
  };
  for (let byte = 0; byte < 0x80; byte++) read(byte);
  for (let byte = 0xa1; byte < 0xe0; byte++) read(byte);
  for (let lead = 0x81; lead <= 0xfc; lead++) {
    // Rows ed and ee repeat characters of fa to fc, which Windows writes.
    if ((lead > 0x9f && lead < 0xe0) || lead === 0xed || lead === 0xee) continue;
    for (let trail = 0x40; trail <= 0xfc; trail++) read(lead, trail);
  }
  return found;
}
