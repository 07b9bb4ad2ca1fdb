import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Passes bytes through, then has their number and checksum. */
export class Digest extends Transform {
  readonly #hash = createHash("sha256");
  #sha256: string | undefined;
  bytes = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
    done(null, chunk);
  }

  get sha256(): string {
    return (this.#sha256 ??= this.#hash.digest("hex"));
  }
}

/** @param through streams that transform the bytes first, such as a decompressor */
export async function digestOf(
  source: NodeJS.ReadableStream,
  ...through: NodeJS.ReadWriteStream[]
): Promise<{ bytes: number; sha256: string }> {
  const digest = new Digest();
  const discarded = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline([source, ...through, digest, discarded]);
  return { bytes: digest.bytes, sha256: digest.sha256 };
}

export const digestOfFile = (path: string) => digestOf(createReadStream(path));
