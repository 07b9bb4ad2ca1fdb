import { constants } from "node:zlib";
import compress from "@fastify/compress";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";

/** Bytes below which compressing costs more than it saves. */
const THRESHOLD = 1024;

/** At this level a page of a list takes a fraction of a millisecond and shrinks to a fifth. */
const BROTLI_QUALITY = 4;

/** Compresses what the API answers; files and pages are compressed ahead, media are as small as they get. */
export const compressionPlugin = fp(async (app: FastifyInstance) => {
  await app.register(compress, {
    customTypes: /^application\/json/,
    encodings: ["br", "gzip"],
    threshold: THRESHOLD,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    globalDecompression: false,
  });
});
