import type { Readable } from "node:stream";

export type MediaKind = "videos" | "thumbnails";

/** Bytes that are fetched from elsewhere for one answer. */
export interface StoredBytes {
  stream: Readable;
  /** How many they are. */
  length: number;
  /** Such as "bytes 3-5/10"; null: the whole file. */
  range: string | null;
}

/** Where answers to visitors come from: a folder of this machine, or a place that has to be asked. */
export type MediaSource =
  | { folder: string }
  | {
      /** `range`: as HTTP's header says it. @returns null when there is no such file, "unsatisfiable" for the range */
      read(name: string, range: string | undefined): Promise<StoredBytes | "unsatisfiable" | null>;
      /** Its bytes, without fetching one. @returns null when there is no such file */
      size(name: string): Promise<number | null>;
    };

/** Files on their way to us in parts, by the id of their upload. */
export interface IncomingFiles {
  /** Keeps a part at its place, all of it or none; the first one begins the file; what a broken attempt left there is written over. */
  append(id: string, bytes: Buffer, position: number): Promise<void>;
  /** So many of the first bytes, or as many as there are. */
  head(id: string, length: number): Promise<Buffer>;
  /** All of its bytes, one after the other. */
  read(id: string): Promise<Readable>;
  /** No failure when there is none. */
  discard(id: string): Promise<void>;
  /** Everything that lies there, whoever began it, and when it was last written: milliseconds since 1970. */
  list(): Promise<{ id: string; changed: number }[]>;
}

/** Where uploaded files lie. `name` has no folders in it. */
export interface MediaStorage {
  source(kind: MediaKind): MediaSource;
  incoming: IncomingFiles;
  /** Stores a copy of a file of this machine. */
  save(kind: MediaKind, name: string, source: string): Promise<void>;
  /** Stores bytes: as a whole or not at all. */
  write(kind: MediaKind, name: string, content: Uint8Array): Promise<void>;
  /** Stores what has come in parts: as a whole or not at all, once or twice the same. It stays incoming until discarded. */
  take(kind: MediaKind, name: string, upload: string): Promise<void>;
  has(kind: MediaKind, name: string): Promise<boolean>;
  /** Counts as stored now: what was let go of can be had back for as long as what was deleted. */
  touch(kind: MediaKind, name: string): Promise<void>;
  /** Every file of a kind, and when it was stored or touched: milliseconds since 1970. */
  list(kind: MediaKind): Promise<{ name: string; changed: number }[]>;
  /** No failure when there is none. */
  remove(kind: MediaKind, name: string): Promise<void>;
}

/** An S3 service and who we are there. */
export interface S3Settings {
  bucket: string;
  region: string;
  /** Null: Amazon's own. */
  endpoint: string | null;
  accessKeyId: string;
  secretAccessKey: string;
}
