const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
/** Length and type before a chunk's data, and its checksum after it. */
const HEAD = 8;
const CHECKSUM = 4;

const IMAGE = new Set(["IHDR", "PLTE", "IDAT", "IEND"]);
/** Transparency, colours and orientation. A picture has each once. */
const ONCE = new Set(["tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "eXIf"]);

/**
 * Drops all of a PNG that its thumbnail does not need. The decoder would inflate compressed texts: 20 of them in 8 MB
 * took it two seconds. Other content is returned unchanged.
 */
export function essentialChunks(content: Uint8Array): Uint8Array {
  const png = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (!png.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return content;
  const essential: Buffer[] = [SIGNATURE];
  const seen = new Set<string>();
  let at = SIGNATURE.length;
  while (at + HEAD <= png.length) {
    const type = png.toString("latin1", at + 4, at + HEAD);
    const end = at + HEAD + png.readUInt32BE(at) + CHECKSUM;
    const isEssential = IMAGE.has(type) || (ONCE.has(type) && !seen.has(type));
    // A chunk that is cut off stays so, and the decoder refuses it.
    if (isEssential) essential.push(png.subarray(at, end));
    seen.add(type);
    if (type === "IEND") break;
    at = end;
  }
  return Buffer.concat(essential);
}
