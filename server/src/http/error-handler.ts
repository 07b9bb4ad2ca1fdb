import type { Socket } from "node:net";
import type { ErrorBody } from "@manabiya/contract/error.ts";
import { statusText } from "@manabiya/contract/error.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { isDatabaseUnavailable } from "../db/unavailable.ts";
import { AppError, notFound, storageFull } from "../errors/app-error.ts";

const FRAMEWORK_TEXT: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "送信されたデータが大きすぎます。",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "この形式のデータは受け付けていません。",
  FST_ERR_CTP_INVALID_JSON_BODY: "JSONの形式が正しくありません。",
};

/** A full disk, an exceeded quota (for which Node has no name), or the file size limit. */
const NO_ROOM = /^(ENOSPC|EFBIG|Unknown system error -122)$/;

export const errorPlugin = fp(async (app: FastifyInstance) => {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const known = error instanceof AppError ? error : translate(error);
    if (known.status >= 500) request.log.error({ err: error }, "request failed");
    return sendError(known, reply);
  });
  app.setNotFoundHandler((_request: FastifyRequest, reply: FastifyReply) => sendError(notFound("ページ"), reply));
});

/** Requests that Node refuses before it has read them, by its code. */
const UNREAD: Record<string, [status: string, sentence: string]> = {
  HPE_HEADER_OVERFLOW: [
    "431 Request Header Fields Too Large",
    "URLまたはCookieが長すぎるため、開けませんでした。URLを短くするか、このサイトのCookieを削除してお試しください。",
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "通信に時間がかかりすぎました。もう一度お試しください。"],
};

/** Answers such a request: people, who typed or reloaded an address, get a page, and calls of the API get JSON. */
export function answerUnread(error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const [status, message] = UNREAD[error.code ?? ""] ?? ["400 Bad Request", "リクエストの形式が正しくありません。"];
  const packet = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString("latin1", 0, 20) : "";
  const isCall = /^[A-Z]+ \/api\//.test(packet);
  const body = isCall
    ? JSON.stringify(bodyOf(new AppError(Number.parseInt(status), "bad_request", message)))
    : `<!doctype html><html lang="ja"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>開けませんでした</title><p>${message}</p><p><a href="/">ホームへ</a></p></html>`;
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: ${isCall ? "application/json" : "text/html"}; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
  );
}

export function sendError(error: AppError, reply: FastifyReply) {
  if (error.retryAfter !== undefined) reply.header("retry-after", Math.ceil(error.retryAfter));
  return reply.status(error.status).header("cache-control", "no-store").send(bodyOf(error));
}

/** Clients of the specification read `fields`, `error` or the field's own name (decisions/001). */
export function bodyOf(error: AppError): ErrorBody {
  return {
    ...error.fields,
    error: error.message,
    type: error.type,
    message: error.message,
    ...(error.fields && { fields: error.fields }),
    ...(error.current && { current: error.current }),
  } as ErrorBody;
}

function translate(error: FastifyError): AppError {
  // An error with a status is the client's: an interrupted request body is a broken connection too, but not ours.
  const isOurs = error.statusCode === undefined;
  if (isOurs && isDatabaseUnavailable(error)) {
    return new AppError(503, "unavailable", statusText(503), { retryAfter: 1 });
  }
  if (isOurs && NO_ROOM.test(error.code ?? "")) return storageFull();
  const status = error.statusCode ?? 500;
  if (status >= 500) return new AppError(500, "server_error", statusText(500));
  return new AppError(status, "bad_request", FRAMEWORK_TEXT[error.code] ?? statusText(status));
}
