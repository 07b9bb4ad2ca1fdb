/** Bytes from the beginning of a file that identify its type. */
export const HEAD_BYTES = 64;

export const VIDEO_ENDINGS = ["mp4", "webm"] as const;

/** @param head the first bytes of a file @returns null when browsers cannot play it */
export function videoEnding(head: Buffer): (typeof VIDEO_ENDINGS)[number] | null {
  if (head.toString("latin1", 4, 8) === "ftyp") return "mp4";
  // Other EBML files are Matroska, which browsers do not play.
  const isEbml = head.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]));
  return isEbml && head.includes("webm") ? "webm" : null;
}
