import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import pLimit from "p-limit";
import { storageUnavailable } from "../../http/app-error.ts";
import { OperatorError } from "../../runtime/operator-error.ts";
import { signObject } from "./bucket-address.ts";
import { bucketTrouble } from "./bucket-trouble.ts";
import type { ByteRange, IncomingFiles, MediaKind, MediaStorage, S3Settings, StoredBytes } from "./storage.ts";

/** Milliseconds, as all of these. */
const CONNECTION_TIMEOUT = 3_000;
/** Without a byte. */
const SOCKET_TIMEOUT = 30_000;
/** One repetition: somebody waits for the answer, and the browser repeats by itself. */
const ATTEMPTS = 2;

/**
 * The SDK repeats a refused request when the clocks begin to differ. When they agree again it takes over the time, and does
 * not repeat.
 */
const CLOCK_CHANGE = 60_000;

/** Bytes of a part of a multipart upload. */
const PART = 8 * 1024 * 1024;
const CONCURRENT_PARTS = 4;

const CONCURRENT_DELETES = 8;

/** Of this process with the bucket: each player whose bytes we carry holds one. */
const SOCKETS = 500;

/** Digits of a part's offset in its key, so that keys sort by offset. */
const OFFSET_DIGITS = 15;

const TYPES: Record<string, string> = { webm: "video/webm", mp4: "video/mp4", webp: "image/webp" };

interface Bucket {
  client: S3Client;
  Bucket: string;
}

/**
 * Stores files in an S3 bucket under `videos/` and `thumbnails/`, and parts of uploads under `incoming/<id>/`.
 * @throws OperatorError when the bucket cannot be reached
 */
export async function openS3Storage(settings: S3Settings): Promise<MediaStorage> {
  const { bucket, region, endpoint, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Services other than Amazon's expect the bucket in the path, and not all support its newer checksums.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT,
      socketTimeout: SOCKET_TIMEOUT,
      httpAgent: { maxSockets: SOCKETS },
      httpsAgent: { maxSockets: SOCKETS },
    },
    maxAttempts: ATTEMPTS,
  });
  const location: Bucket = { client, Bucket: bucket };
  await client.send(new HeadBucketCommand({ Bucket: bucket })).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new OperatorError(`S3_BUCKET ${bucket} cannot be reached: ${reason}.`);
  });
  // Around all repetitions of a command.
  client.middlewareStack.add(
    (next) => (args) =>
      next(args).catch((error: unknown) => {
        throw bucketTrouble(error);
      }),
    { step: "initialize", priority: "high", name: "sayWhatTroubleMeans" },
  );
  client.middlewareStack.addRelativeTo(
    <Args, Result>(next: (args: Args) => Promise<Result>) =>
      (args: Args) => {
        const offset = client.config.systemClockOffset;
        return next(args).catch((error: unknown) => {
          const isCorrected = Math.abs(client.config.systemClockOffset - offset) > CLOCK_CHANGE;
          if (isCorrected && error instanceof S3ServiceException) error.$retryable = {};
          throw error;
        });
      },
    { relation: "after", toMiddleware: "retryMiddleware", name: "repeatAfterClockChange" },
  );
  // The SDK compares the clocks at each answer, and signs by the bucket's.
  const clockOffset = () => client.config.systemClockOffset;
  const key = (kind: MediaKind, name: string) => `${kind}/${name}`;
  const put = (Key: string, Body: Uint8Array | Readable, ContentLength: number) =>
    client.send(new PutObjectCommand({ Bucket: bucket, Key, Body, ContentLength, ContentType: typeOf(Key) }));
  return {
    check: async (abortSignal) => {
      await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal });
    },
    source: (kind) => ({
      read: (name, range) => read(location, key(kind, name), range),
      size: (name) => sizeOf(location, key(kind, name)),
    }),
    sign: (kind, name) => signObject(client, { Bucket: bucket, Key: key(kind, name) }, Date.now() + clockOffset()),
    clockOffset,
    incoming: incomingParts(location),
    save: async (kind, name, source) => {
      await put(key(kind, name), createReadStream(source), (await stat(source)).size);
    },
    write: async (kind, name, content) => {
      await put(key(kind, name), content, content.length);
    },
    finish: async (kind, name, upload, size) => {
      const partKeys = await listKeys(location, `incoming/${upload}/`);
      const multipart = new Upload({
        client,
        params: {
          Bucket: bucket,
          Key: key(kind, name),
          Body: Readable.from(complete(concatenated(location, partKeys), size)),
          ContentType: typeOf(name),
        },
        partSize: PART,
        queueSize: CONCURRENT_PARTS,
      });
      await multipart.done();
      const stored = await sizeOf(location, key(kind, name));
      if (stored !== size) throw storageUnavailable(new Error(`${stored} of ${size} bytes were stored`));
    },
    has: async (kind, name) => (await sizeOf(location, key(kind, name))) !== null,
    touch: async (kind, name) => {
      const Key = key(kind, name);
      await unlessMissing(
        client.send(
          new CopyObjectCommand({
            Bucket: bucket,
            Key,
            CopySource: `${bucket}/${kind}/${encodeURIComponent(name)}`,
            // S3 refuses a copy onto itself that changes nothing.
            MetadataDirective: "REPLACE",
            Metadata: { touched: String(Date.now()) },
            ContentType: typeOf(name),
          }),
        ),
      );
    },
    list: async (kind) => {
      const found = await listObjects(location, `${kind}/`);
      return found.map(({ Key, changed }) => ({ name: Key.slice(kind.length + 1), changed }));
    },
    remove: (kind, name) => removeAll(location, [key(kind, name)]),
  };
}

function incomingParts(location: Bucket): IncomingFiles {
  const { client, Bucket } = location;
  const folder = (id: string) => `incoming/${id}/`;
  return {
    append: async (id, Body, position, abortSignal) => {
      const Key = folder(id) + String(position).padStart(OFFSET_DIGITS, "0");
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: Body.length }), {
        ...(abortSignal && { abortSignal }),
      });
    },
    head: async (id, length) => {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of concatenated(location, await listKeys(location, folder(id)))) {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= length) break;
      }
      return Buffer.concat(chunks).subarray(0, length);
    },
    read: async (id) => Readable.from(concatenated(location, await listKeys(location, folder(id)))),
    discard: async (id) => removeAll(location, await listKeys(location, folder(id))),
    list: async () => {
      const newest = new Map<string, number>();
      for (const { Key, changed } of await listObjects(location, "incoming/")) {
        const id = Key.split("/")[1] ?? "";
        newest.set(id, Math.max(changed, newest.get(id) ?? 0));
      }
      return [...newest].map(([id, changed]) => ({ id, changed }));
    },
  };
}

async function read(
  { client, Bucket }: Bucket,
  Key: string,
  { range, ifRange: IfMatch }: ByteRange,
): Promise<StoredBytes | "unsatisfiable" | null> {
  const Range = range !== undefined && /^bytes=[\d,\s-]+$/.test(range) ? range : undefined;
  const condition = Range === undefined ? {} : { Range, IfMatch };
  try {
    const found = await client.send(new GetObjectCommand({ Bucket, Key, ...condition }));
    const { Body, ContentLength = 0, ContentRange = null, ETag = null } = found;
    if (!(Body instanceof Readable)) return null;
    return { stream: Body, length: ContentLength, range: ContentRange, etag: ETag };
  } catch (error) {
    if (isMissing(error)) return null;
    // A range of another content is of no use to the browser, which gets the whole.
    if (statusOf(error) === 412) return read({ client, Bucket }, Key, {});
    if (statusOf(error) === 416) return "unsatisfiable";
    throw error;
  }
}

async function sizeOf({ client, Bucket }: Bucket, Key: string): Promise<number | null> {
  const found = await unlessMissing(client.send(new HeadObjectCommand({ Bucket, Key })));
  return found && (found.ContentLength ?? 0);
}

/** Concatenates objects. */
async function* concatenated(location: Bucket, keys: string[]): AsyncGenerator<Buffer> {
  for (const key of keys) {
    const part = await read(location, key, {});
    if (part === null || part === "unsatisfiable") throw new Error(`${key} is gone`);
    try {
      for await (const chunk of part.stream) yield chunk as Buffer;
    } catch (error) {
      throw bucketTrouble(error);
    }
  }
}

/** @throws at the end, before the reader has stored them, when the bytes are not `size` many */
async function* complete(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const chunk of chunks) {
    read += chunk.length;
    yield chunk;
  }
  if (read !== size) throw storageUnavailable(new Error(`${read} of ${size} bytes were read`));
}

/** @returns objects sorted by key */
async function listObjects({ client, Bucket }: Bucket, Prefix: string): Promise<{ Key: string; changed: number }[]> {
  const all: { Key: string; changed: number }[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
    for (const { Key, LastModified } of Contents) {
      if (Key !== undefined && LastModified) all.push({ Key, changed: LastModified.getTime() });
    }
  }
  return all;
}

async function listKeys(location: Bucket, prefix: string): Promise<string[]> {
  return (await listObjects(location, prefix)).map(({ Key }) => Key);
}

async function removeAll({ client, Bucket }: Bucket, keys: string[]): Promise<void> {
  const limit = pLimit(CONCURRENT_DELETES);
  const remove = (Key: string) => unlessMissing(client.send(new DeleteObjectCommand({ Bucket, Key })));
  await Promise.all(keys.map((key) => limit(() => remove(key))));
}

function typeOf(name: string): string {
  return TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}

function isMissing(error: unknown): boolean {
  return statusOf(error) === 404;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}
