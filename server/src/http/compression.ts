import { constants } from "node:zlib";
import compress from "@fastify/compress";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";

/** Bytes. Below, compression costs more than it saves. */
const THRESHOLD = 1024;

/** At this level a list page shrinks to a fifth in a fraction of a millisecond. */
const BROTLI_QUALITY = 4;

/** Compresses JSON and playlists only: assets and pages are compressed ahead, and media formats are compressed already. */
export const compressionPlugin = fp(async (app: FastifyInstance) => {
  await app.register(compress, {
    customTypes: /^application\/(json|vnd\.apple\.mpegurl)/,
    encodings: ["br", "gzip"],
    threshold: THRESHOLD,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    globalDecompression: false,
  });
});
