import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  type S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import pLimit from "p-limit";
import { bucketTrouble } from "./bucket-trouble.ts";
import type { ByteRange, StoredBytes } from "./storage.ts";

const CONCURRENT_DELETES = 8;

export interface Bucket {
  client: S3Client;
  Bucket: string;
}

/** @returns null when there is no such object */
export async function read(
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

/** @returns bytes; null when there is no such object */
export async function sizeOf({ client, Bucket }: Bucket, Key: string): Promise<number | null> {
  const found = await unlessMissing(client.send(new HeadObjectCommand({ Bucket, Key })));
  return found && (found.ContentLength ?? 0);
}

/** The bytes of objects, one after the other. @throws when one of them is gone */
export async function* concatenated(location: Bucket, keys: string[]): AsyncGenerator<Buffer> {
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

/** @returns objects sorted by key */
export async function listObjects(
  { client, Bucket }: Bucket,
  Prefix: string,
): Promise<{ Key: string; changed: number }[]> {
  const all: { Key: string; changed: number }[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
    for (const { Key, LastModified } of Contents) {
      if (Key !== undefined && LastModified) all.push({ Key, changed: LastModified.getTime() });
    }
  }
  return all;
}

export async function listKeys(location: Bucket, prefix: string): Promise<string[]> {
  return (await listObjects(location, prefix)).map(({ Key }) => Key);
}

export async function removeAll({ client, Bucket }: Bucket, keys: string[]): Promise<void> {
  const limit = pLimit(CONCURRENT_DELETES);
  const remove = (Key: string) => unlessMissing(client.send(new DeleteObjectCommand({ Bucket, Key })));
  await Promise.all(keys.map((key) => limit(() => remove(key))));
}

export async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
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
