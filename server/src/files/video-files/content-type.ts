/** Bytes at a file's beginning that tell what it is. */
export const HEAD_BYTES = 64;

/** Of what browsers play. */
export const VIDEO_ENDINGS = ["mp4", "webm"] as const;

/**
 * @param head the first bytes of a file
 * @returns the ending of the name that it is stored under; null when browsers do not play it
 */
export function videoEnding(head: Buffer): (typeof VIDEO_ENDINGS)[number] | null {
  if (head.toString("latin1", 4, 8) === "ftyp") return "mp4";
  // An EBML file says in its header which kind it is; others are Matroska, which browsers do not play.
  const isEbml = head.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]));
  return isEbml && head.includes("webm") ? "webm" : null;
}
