import { open } from "node:fs/promises";
import { join } from "node:path";
import { storageUnavailable } from "../../errors/app-error.ts";
import type { MediaStorage } from "../storage/storage.ts";
import { HEAD_BYTES, videoEnding } from "./content-type.ts";

/** Why no browser can play a file. */
type FilmError = "other" | "no-index" | "cut" | "no-picture" | "codec";

export interface Film {
  error: FilmError | null;
  /** As the file names it, such as "avc1" or "V_VP9"; null: not found. */
  codec: string | null;
}

/** @returns at most `length` bytes from the position */
type Read = (from: number, length: number) => Promise<Buffer>;

/** H.264, VP8, VP9 and AV1 of MP4 and WebM. */
const PLAYABLE = /^(?:avc[1-4]|vp0[89]|av01|V_VP[89]|V_AV1)$/;
/** Some phones and computers play it. */
export const HEVC = /^(?:hvc1|hev1|dvh1|dvhe)$/;

/** Bytes. The tables of a film of many hours take less. */
const INDEX_MAX = 64 * 1024 * 1024;
/** Bytes from a WebM's beginning in which its tracks are described. */
const WEBM_HEAD = 1024 * 1024;
/** Boxes that are looked at. A film in fragments has thousands, after its index. */
const BOXES_MAX = 200;

const judge = (codec: string | null): Film => {
  if (codec === null) return { error: "no-picture", codec };
  return { error: PLAYABLE.test(codec) || HEVC.test(codec) ? null : "codec", codec };
};
const failed = (error: FilmError): Film => ({ error, codec: null });

/** Looks into a stored file. @returns null when there is none */
export async function inspectFilm(storage: MediaStorage, name: string): Promise<Film | null> {
  const source = storage.source("videos");
  if (!("folder" in source)) {
    const size = await source.size(name);
    if (size === null) return null;
    return inspect(size, async (from, length) => {
      // There is no range in an empty file, or behind its end.
      if (from >= size) return Buffer.alloc(0);
      const stored = await source.read(name, { range: `bytes=${from}-${from + length - 1}` });
      if (stored === null || stored === "unsatisfiable") throw new Error(`${name} is gone`);
      return firstBytes(stored.stream as AsyncIterable<Buffer>, length);
    });
  }
  const file = await open(join(source.folder, name), "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (file === null) return null;
  try {
    return await inspect((await file.stat()).size, async (from, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
      return buffer.subarray(0, bytesRead);
    });
  } finally {
    await file.close();
  }
}

/** Leaving the loop closes the stream, also of a bucket that sends the whole file. */
async function firstBytes(stream: AsyncIterable<Buffer>, length: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= length) break;
    }
  } catch (error) {
    throw storageUnavailable(error);
  }
  return Buffer.concat(chunks).subarray(0, length);
}

async function inspect(size: number, read: Read): Promise<Film> {
  const ending = videoEnding(await read(0, HEAD_BYTES));
  if (ending === null) return failed("other");
  return ending === "mp4" ? inspectMp4(size, read) : inspectWebm(size, await read(0, WEBM_HEAD));
}

/** ISO 14496-12: a file is a row of boxes; `moov` describes the tracks, which lie in `mdat`. */
async function inspectMp4(size: number, read: Read): Promise<Film> {
  let index: Film | null = null;
  let at = 0;
  for (let count = 0; at < size && count < BOXES_MAX; count++) {
    const box = boxAt(await read(at, 16), 0, size - at);
    // Bytes after the film are none of its boxes.
    if (box === null) return index ?? failed("no-index");
    const { type, start, end } = box;
    if (at + end > size) return failed(index === null && type !== "moov" ? "no-index" : "cut");
    if (type === "moov") {
      if (end - start > INDEX_MAX) return { error: null, codec: null };
      index = judge(codecOf(await read(at + start, end - start)));
      if (index.error !== null) return index;
    }
    at += end;
  }
  return index ?? failed("no-index");
}

interface Box {
  type: string;
  /** Of the content. */
  start: number;
  end: number;
}

/** @param rest bytes from `at` to the end of what contains the box, which a size of 0 means */
function boxAt(bytes: Buffer, at: number, rest: number): Box | null {
  if (at + 8 > bytes.length) return null;
  const short = bytes.readUInt32BE(at);
  const type = bytes.toString("latin1", at + 4, at + 8);
  if (short === 1 && at + 16 > bytes.length) return null;
  const length = short === 0 ? rest : short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short;
  const start = at + (short === 1 ? 16 : 8);
  return length < start - at || !/^[\x20-\x7e\xa9]{4}$/.test(type) ? null : { type, start, end: at + length };
}

function boxesIn(bytes: Buffer, type: string): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const box = boxAt(bytes, at, bytes.length - at);
    if (box === null) break;
    if (box.type === type) found.push(bytes.subarray(box.start, box.end));
    at = box.end;
  }
  return found;
}

const inside = (bytes: Buffer, ...path: string[]) =>
  path.reduce<Buffer[]>((boxes, type) => boxes.flatMap((box) => boxesIn(box, type)), [bytes]);

/** @returns the format of the first video track in a `moov` */
function codecOf(moov: Buffer): string | null {
  for (const media of inside(moov, "trak", "mdia")) {
    const [handler] = inside(media, "hdlr");
    const [formats] = inside(media, "minf", "stbl", "stsd");
    // Both begin with a version and one number.
    if (handler?.toString("latin1", 8, 12) === "vide") return formats?.toString("latin1", 12, 16) ?? null;
  }
  return null;
}

const SEGMENT = 0x18538067;
const TRACKS = 0x1654ae6b;
const ENTRY = 0xae;
const CODEC = 0x86;
const CLUSTER = 0x1f43b675;

/** RFC 8794: a file is a row of elements; the tracks are described before the pictures. */
function inspectWebm(size: number, head: Buffer): Film {
  const [, segment] = elementsIn(head);
  if (segment?.id !== SEGMENT) return failed("cut");
  if (segment.end !== null && segment.end > size) return failed("cut");
  for (const { id, content } of elementsIn(segment.content)) {
    if (id === CLUSTER) break;
    if (id !== TRACKS) continue;
    const codecs = elementsIn(content)
      .filter((entry) => entry.id === ENTRY)
      .flatMap((entry) => elementsIn(entry.content))
      .flatMap((field) => (field.id === CODEC ? [field.content.toString("latin1").replace(/\0+$/, "")] : []));
    return judge(codecs.find((codec) => codec.startsWith("V_")) ?? null);
  }
  return failed(head.length < WEBM_HEAD ? "no-index" : "no-picture");
}

interface Element {
  id: number;
  content: Buffer;
  /** Null: the size is not known, as of a recording that was never closed. */
  end: number | null;
}

function elementsIn(bytes: Buffer): Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const idLength = Math.clz32(bytes[at] ?? 0) - 23;
    const sizeAt = at + idLength;
    const sizeLength = Math.clz32(bytes[sizeAt] ?? 0) - 23;
    const start = sizeAt + sizeLength;
    if (idLength > 4 || sizeLength > 8 || start > bytes.length) break;
    const id = bytes.readUIntBE(at, idLength);
    let length = (bytes[sizeAt] ?? 0) & (0xff >> sizeLength);
    let isUnknown = length === 0xff >> sizeLength;
    for (const byte of bytes.subarray(sizeAt + 1, start)) {
      length = length * 256 + byte;
      isUnknown &&= byte === 0xff;
    }
    const end = isUnknown ? null : start + length;
    found.push({ id, content: bytes.subarray(start, end ?? bytes.length), end });
    at = end ?? bytes.length;
  }
  return found;
}
