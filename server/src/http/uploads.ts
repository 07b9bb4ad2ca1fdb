import { Socket } from "node:net";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { AppError } from "../errors/app-error.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    upload?: { fileSize: number };
  }
}

const FIELDS = 50;
const FILES = 4;
const FIELD_BYTES = 256 * 1024;
/** Milliseconds. The connection's next request has the usual timeout again. */
const WORKING_TIMEOUT = 60_000;
const MB = 1024 * 1024;

/**
 * Parses multipart forms of routes that declare `upload`, after the access check. The route's body schema validates the
 * result: strings and `File`s. Files stay in memory, so limits are small; larger files arrive in parts (files/video-files).
 */
export const uploadsPlugin = fp(async (app: FastifyInstance) => {
  await app.register(multipart, {
    limits: { fields: FIELDS, files: FILES, parts: FIELDS + FILES, fieldSize: FIELD_BYTES, fieldNameSize: 100 },
  });
  app.addHook("preValidation", async (request) => {
    if (!request.isMultipart()) return;
    const { upload } = request.routeOptions.config;
    if (!upload) throw new AppError(415, "bad_request", "この形式のデータは受け付けていません。");
    request.body = await readForm(request, upload.fileSize);
    // Processing a file may take longer than the connection timeout. (`inject` has no socket.)
    if (request.socket instanceof Socket) request.socket.setTimeout(WORKING_TIMEOUT);
  });
});

async function readForm(request: FastifyRequest, fileSize: number): Promise<Record<string, unknown>> {
  const form: Record<string, unknown> = {};
  try {
    for await (const part of request.parts({ limits: { fileSize } })) {
      if (part.type === "field") {
        if (part.valueTruncated) throw tooLarge("入力内容が大きすぎます。");
        form[part.fieldname] = part.value;
      } else {
        const content = await part.toBuffer();
        form[part.fieldname] = new File([content], part.filename ?? "", { type: part.mimetype });
      }
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { statusCode } = error as { statusCode?: number };
    if (statusCode === 413) throw tooLarge(`ファイルは${Math.floor(fileSize / MB)}MB以下にしてください。`);
    // Every other error of the parser is a malformed form.
    throw new AppError(400, "bad_request", "フォームの形式が正しくありません。");
  }
  return form;
}

function tooLarge(message: string): AppError {
  return new AppError(413, "too_large", message);
}
