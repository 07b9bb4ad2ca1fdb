/**
 * PostgreSQL's error codes, or their classes, for which a repetition may succeed elsewhere or later: connection exceptions, no
 * resources, operator intervention, a statement's timeout, an idle transaction's timeout and a lost race.
 */
const CODES = /^(08...|53...|57P..|57014|25P03|40001|40P01|55P03)$/;

/** A read-only transaction: the server is a standby, or was told not to accept writes. */
const READ_ONLY = "25006";

/** Node's codes of a network that lost PostgreSQL, or of a name that no longer resolves. */
const NETWORK =
  /^(ECONN\w+|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ERR_STREAM_\w+)$/;

/** Errors of `pg` and of the operating system below PostgreSQL, which have no code. */
const MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout|: (Disk quota exceeded|File too large)$/;

/** The error of `pg` for a statement whose answer did not come in time. */
const UNANSWERED = "Query read timeout";

interface Coded {
  code?: unknown;
  message?: unknown;
}

/** Whether a statement failed because the server does not accept writes. */
export function isReadOnly(error: unknown): boolean {
  return (error as Coded).code === READ_ONLY;
}

/** Whether PostgreSQL gave no answer: nobody knows whether the statement ran, and its connection is of no more use. */
export function isUnanswered(error: unknown): boolean {
  return (error as Coded).message === UNANSWERED;
}

/**
 * Whether a statement failed because PostgreSQL is away, restarting, not writable, out of time or out of disk space. A
 * retry may succeed.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message } = error as Coded;
  if (isReadOnly(error) || MESSAGES.test(String(message))) return true;
  return typeof code === "string" && (CODES.test(code) || NETWORK.test(code));
}
