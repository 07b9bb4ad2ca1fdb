import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { notFound } from "../../errors/app-error.ts";
import { type MediaKind, type MediaSource, type MediaStorage, type StoredBytes, typeOf } from "./storage.ts";

interface FileRequest {
  kind: MediaKind;
  name: string;
  /** Whether the content under this name never changes. */
  isImmutable: boolean;
}

/** HEAD ignores ranges. */
async function head(source: Extract<MediaSource, { size: unknown }>, name: string): Promise<StoredBytes | null> {
  const length = await source.size(name);
  return length === null ? null : { stream: Readable.from([]), length, range: null, etag: null };
}

/** Sends a stored file or the requested range of it. @throws AppError 404 */
export async function sendFile(
  reply: FastifyReply,
  storage: MediaStorage,
  { kind, name, isImmutable }: FileRequest,
): Promise<FastifyReply> {
  const source = storage.source(kind);
  if ("folder" in source) {
    const caching = isImmutable ? { immutable: true, maxAge: "365d" } : { cacheControl: false };
    return reply.sendFile(name, source.folder, caching);
  }
  // For HEAD nothing is fetched: Fastify would read the whole body and discard it.
  const { method, headers } = reply.request;
  const ifRange = headers["if-range"];
  const range = { range: headers.range, ifRange: typeof ifRange === "string" ? ifRange : undefined };
  const found = method === "HEAD" ? await head(source, name) : await source.read(name, range);
  if (found === null) throw notFound("ファイル");
  reply.header("accept-ranges", "bytes");
  if (found === "unsatisfiable") return reply.status(416).send();
  if (isImmutable) reply.header("cache-control", "public, max-age=31536000, immutable");
  if (found.etag !== null) reply.header("etag", found.etag);
  if (found.range !== null) reply.status(206).header("content-range", found.range);
  return reply.type(typeOf(name)).header("content-length", found.length).send(found.stream);
}
