import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import {
  CopyObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  GetObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { storageUnavailable } from "../../errors/app-error.ts";
import { openBucketClient } from "./bucket-client.ts";
import {
  type Bucket,
  concatenated,
  listKeys,
  listObjects,
  read,
  removeAll,
  sizeOf,
  unlessMissing,
} from "./bucket-objects.ts";
import type { S3Settings } from "../../config/config.ts";
import { type IncomingFiles, type MediaKind, type MediaStorage, typeOf } from "./storage.ts";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";

/** Bytes of a part of a multipart upload. */
const PART = 8 * 1024 * 1024;
const CONCURRENT_PARTS = 4;

/** Digits of a part's offset in its key, so that keys sort by offset. */
const OFFSET_DIGITS = 15;

/**
 * Stores files in an S3 bucket under `videos/` and `thumbnails/`, and parts of uploads under `incoming/<id>/`.
 * @throws OperatorError when the bucket cannot be reached
 */
export async function openS3Storage(settings: S3Settings): Promise<MediaStorage> {
  const { bucket } = settings;
  const client = await openBucketClient(settings);
  const location: Bucket = { client, Bucket: bucket };
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

/** @throws at the end, before the reader has stored them, when the bytes are not `size` many */
async function* complete(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const chunk of chunks) {
    read += chunk.length;
    yield chunk;
  }
  if (read !== size) throw storageUnavailable(new Error(`${read} of ${size} bytes were read`));
}

const HOUR = 60 * 60 * 1000;

/** Seconds from the beginning of the hour: each address lives for at least three hours, as long as a long lesson with a break. */
const LIFETIME = 4 * 60 * 60;

/**
 * Signs the address of an object. It is the same for everybody during an hour, so that a CDN can keep what it fetched.
 * @param now milliseconds since 1970 by the bucket's clock
 */
function signObject(client: S3Client, object: { Bucket: string; Key: string }, now: number): Promise<string> {
  const signingDate = new Date(now - (now % HOUR));
  return getSignedUrl(client, new GetObjectCommand(object), { signingDate, expiresIn: LIFETIME });
}
