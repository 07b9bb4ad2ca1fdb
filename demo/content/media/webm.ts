/** The facts that decide whether a browser can play and seek, and what is heard when. Times are in seconds. */
export type WebmFacts = {
  duration: number;
  codecs: string[];
  cuesBeforeFirstCluster: boolean;
  cueTimes: number[];
  /** The packets of the sound. A quiet one needs few bytes. */
  sound: { time: number; bytes: number }[];
};

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
  timestamp: 0xe7,
  simpleBlock: 0xa3,
} as const;

/** The second track, in the order of `codecs`. */
const SOUND = 2;
/** Track, time and flags of a block. */
const BLOCK_HEAD = 4;

/** Parses a WebM file whose sound is its second track. @throws RangeError for truncated or other bytes */
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
    sound: children
      .filter(({ id }) => id === ids.cluster)
      .flatMap((cluster) => soundOf(bytes, elements(bytes, ...range(cluster)), scale)),
  };
}

function soundOf(bytes: Buffer, cluster: Element[], scale: number): WebmFacts["sound"] {
  const starts = readUnsigned(bytes, only(cluster, ids.timestamp));
  return cluster
    .filter(({ id, start }) => id === ids.simpleBlock && bytes.readUInt8(start) === (0x80 | SOUND))
    .map(({ start, end }) => ({
      time: (starts + bytes.readInt16BE(start + 1)) * scale,
      bytes: end - start - BLOCK_HEAD,
    }));
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
