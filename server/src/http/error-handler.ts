import type { ErrorBody } from "@manabiya/contract/error.ts";
import { statusText } from "@manabiya/contract/error.ts";
import { DrizzleQueryError } from "drizzle-orm";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { AppError, notFound, storageFull } from "./app-error.ts";

const FRAMEWORK_TEXT: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "送信されたデータが大きすぎます。",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "この形式のデータは受け付けていません。",
  FST_ERR_CTP_INVALID_JSON_BODY: "JSONの形式が正しくありません。",
};

/** PostgreSQL is away, restarting, out of time or out of room (of which it knows but one kind by code): worth another try, nothing of it is the caller's fault. */
const DATABASE_AWAY =
  /^(ECONN|ENOENT|EPIPE|ETIMEDOUT|08|57P|57014|53)|timeout exceeded when trying to connect|Connection terminated|: (Disk quota exceeded|File too large)$/;

/** The disk is full, a quota is used up (which Node has no name for), or a file is as large as files may be. */
const NO_ROOM = /^(ENOSPC|EFBIG|Unknown system error -122)$/;

/** The one place where a failure becomes an answer. */
export const errorPlugin = fp(async (app: FastifyInstance) => {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const known = error instanceof AppError ? error : translate(error);
    if (known.status >= 500) request.log.error({ err: error }, "request failed");
    return sendError(known, reply);
  });
  app.setNotFoundHandler((_request: FastifyRequest, reply: FastifyReply) =>
    sendError(notFound("ページ"), reply),
  );
});

/** Answers with a failure. */
export function sendError(error: AppError, reply: FastifyReply) {
  if (error.retryAfter !== undefined) reply.header("retry-after", Math.ceil(error.retryAfter));
  return reply.status(error.status).header("cache-control", "no-store").send(bodyOf(error));
}

/** What the body of a failure is. Spec callers look for `fields`, `error` or the field's own name; one body serves them all. */
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

function translate(thrown: Error): AppError {
  // Drizzle wraps what PostgreSQL and the connection say.
  const error = (thrown instanceof DrizzleQueryError ? thrown.cause : thrown) as FastifyError;
  // What already has a status is the caller's: a body that breaks off is a broken connection too, but not ours.
  const isOurs = error.statusCode === undefined;
  if (isOurs && (DATABASE_AWAY.test(error.code ?? "") || DATABASE_AWAY.test(error.message))) {
    return new AppError(503, "unavailable", statusText(503), { retryAfter: 1 });
  }
  if (isOurs && NO_ROOM.test(error.code ?? "")) return storageFull();
  const status = error.statusCode ?? 500;
  if (status >= 500) return new AppError(500, "server_error", statusText(500));
  return new AppError(status, "bad_request", FRAMEWORK_TEXT[error.code] ?? statusText(status));
}
