import type { Readable } from "node:stream";

export type MediaKind = "videos" | "thumbnails";

const TYPES: Record<string, string> = {
  webm: "video/webm",
  mp4: "video/mp4",
  webp: "image/webp",
  jpg: "image/jpeg",
  png: "image/png",
  avif: "image/avif",
};

/** The content type of a file by its name. */
export const typeOf = (name: string): string =>
  TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";

/** The headers `Range` and `If-Range`. */
export interface ByteRange {
  range?: string | undefined;
  ifRange?: string | undefined;
}

/** A file or a range of it, fetched from a bucket. */
export interface StoredBytes {
  stream: Readable;
  /** Bytes in `stream`. */
  length: number;
  /** Such as "bytes 3-5/10"; null: the whole file. */
  range: string | null;
  etag: string | null;
}

/** The source of responses: a local folder or a bucket. */
export type MediaSource =
  | { folder: string }
  | {
      /** @param range the headers `Range` and `If-Range` @returns null when there is no such file */
      read(name: string, range: ByteRange): Promise<StoredBytes | "unsatisfiable" | null>;
      /** @returns its bytes; null when there is no such file */
      size(name: string): Promise<number | null>;
    };

/** Unfinished uploads by id. */
export interface IncomingFiles {
  /** Writes a part atomically and overwrites the remains of an interrupted attempt. A bucket gives up at the signal. */
  append(id: string, bytes: Buffer, position: number, signal?: AbortSignal): Promise<void>;
  /** @returns at most `length` bytes from the beginning */
  head(id: string, length: number): Promise<Buffer>;
  read(id: string): Promise<Readable>;
  /** Does nothing when there is none. */
  discard(id: string): Promise<void>;
  /** `changed`: the last write, milliseconds since 1970. */
  list(): Promise<{ id: string; changed: number }[]>;
}

/** Storage of uploaded files. `name` contains no folders. */
export interface MediaStorage {
  /** Rejects when the storage cannot be reached, or did not answer before the signal. */
  check(signal: AbortSignal): Promise<void>;
  source(kind: MediaKind): MediaSource;
  /** Signs an address at the bucket itself, which carries the rights of a reader; folders have none. */
  sign?: (kind: MediaKind, name: string) => Promise<string>;
  /** Milliseconds by which the bucket's clock was ahead of ours at its last answer. */
  clockOffset?: () => number;
  incoming: IncomingFiles;
  /** Stores a copy of a local file. */
  save(kind: MediaKind, name: string, source: string): Promise<void>;
  /** Stores bytes atomically. */
  write(kind: MediaKind, name: string, content: Uint8Array): Promise<void>;
  /**
   * Stores a finished upload of `size` bytes atomically and idempotently. The upload's parts stay until `discard`.
   * @throws when the storage returned fewer or more bytes than it had acknowledged
   */
  finish(kind: MediaKind, name: string, upload: string, size: number): Promise<void>;
  has(kind: MediaKind, name: string): Promise<boolean>;
  /** Resets the file's age, so that a replaced file stays as long as a deleted one. */
  touch(kind: MediaKind, name: string): Promise<void>;
  /** `changed`: when it was stored or touched, milliseconds since 1970. */
  list(kind: MediaKind): Promise<{ name: string; changed: number }[]>;
  /** Does nothing when there is none. */
  remove(kind: MediaKind, name: string): Promise<void>;
}
