/** The facts that decide whether a browser can play and seek. Times are in seconds. */
export type WebmFacts = { duration: number; codecs: string[]; cuesBeforeFirstCluster: boolean; cueTimes: number[] };

type Element = { id: number; start: number; end: number };

const ids = {
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  codec: 0x86,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cluster: 0x1f43b675,
} as const;

/** Parses the head of a WebM file. @throws RangeError for truncated or other bytes */
export function readWebm(bytes: Buffer): WebmFacts {
  const segment = only(elements(bytes, 0, bytes.length), ids.segment);
  const children = elements(bytes, segment.start, segment.end);
  const info = elements(bytes, ...range(only(children, ids.info)));
  const scale = readUnsigned(bytes, only(info, ids.timestampScale)) / 1e9;
  const cues = elements(bytes, ...range(only(children, ids.cues)));
  return {
    duration: readFloat(bytes, only(info, ids.duration)) * scale,
    codecs: elements(bytes, ...range(only(children, ids.tracks)))
      .filter(({ id }) => id === ids.trackEntry)
      .map((entry) => only(elements(bytes, ...range(entry)), ids.codec))
      .map(({ start, end }) => bytes.toString("latin1", start, end)),
    cuesBeforeFirstCluster: only(children, ids.cues).start < only(children, ids.cluster).start,
    cueTimes: cues
      .filter(({ id }) => id === ids.cuePoint)
      .map((point) => readUnsigned(bytes, only(elements(bytes, ...range(point)), ids.cueTime)) * scale),
  };
}

function elements(bytes: Buffer, from: number, to: number): Element[] {
  const found: Element[] = [];
  for (let at = from; at < to;) {
    const idLength = Math.clz32(bytes.readUInt8(at)) - 23;
    const id = bytes.readUIntBE(at, idLength);
    const first = bytes.readUInt8(at + idLength);
    const sizeLength = Math.clz32(first) - 23;
    const marker = 2 ** (7 * sizeLength);
    const start = at + idLength + sizeLength;
    const size = Number(readBig(bytes, at + idLength, sizeLength) - BigInt(marker));
    if (start + size > bytes.length) throw new RangeError(`Element ${id.toString(16)} runs past the end`);
    found.push({ id, start, end: start + size });
    at = start + size;
  }
  return found;
}

function only(among: Element[], id: number): Element {
  const found = among.find((element) => element.id === id);
  if (!found) throw new RangeError(`No element ${id.toString(16)}`);
  return found;
}

function range({ start, end }: Element): [number, number] {
  return [start, end];
}

function readBig(bytes: Buffer, at: number, length: number): bigint {
  return [...bytes.subarray(at, at + length)].reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

function readUnsigned(bytes: Buffer, { start, end }: Element): number {
  return Number(readBig(bytes, start, end - start));
}

function readFloat(bytes: Buffer, { start, end }: Element): number {
  return end - start === 8 ? bytes.readDoubleBE(start) : bytes.readFloatBE(start);
}
