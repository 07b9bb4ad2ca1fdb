import { statusText } from "@manabiya/contract/error.ts";
import { missingRightText, type StaffAccess } from "@manabiya/contract/rules/staff-rights.ts";

/** An expected error with a stable `type` and a Japanese `message` that is safe to show. Any other error becomes a 500. */
export class AppError extends Error {
  override name = "AppError";
  readonly status: number;
  readonly type: string;
  readonly fields: Record<string, string[]> | undefined;
  /** Seconds until the client may retry. */
  readonly retryAfter: number | undefined;
  /** The record's current state, for a 409. */
  readonly current: object | undefined;

  constructor(
    status: number,
    type: string,
    message: string,
    more: { fields?: Record<string, string[]>; retryAfter?: number; current?: object; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.status = status;
    this.type = type;
    this.fields = more.fields;
    this.retryAfter = more.retryAfter;
    this.current = more.current;
  }
}

/** The first field's message is also the error's message, for clients that show only one. */
export function validationError(fields: Record<string, string[]>): AppError {
  const first = Object.values(fields)[0]?.[0];
  return new AppError(400, "validation_error", first ?? statusText(400), { fields });
}

export function unauthorized(message: string = statusText(401)): AppError {
  return new AppError(401, "unauthorized", message);
}

export function forbidden(): AppError {
  return new AppError(403, "forbidden", statusText(403));
}

/** A member of staff lacks a right, which a superuser can give. */
export function missingRight(access: StaffAccess): AppError {
  return new AppError(403, "missing_right", missingRightText("この操作", access));
}

export function subscriptionRequired(): AppError {
  return new AppError(403, "subscription_required", "この動画を視聴するにはプレミアム会員への登録が必要です。");
}

export function secondFactorSetupRequired(): AppError {
  return new AppError(
    403,
    "second_factor_setup_required",
    "管理画面を使うには、設定の「セキュリティ」で2段階認証を設定してください。",
  );
}

/** Somebody became staff in a session that a provider began, or staff try to log in by a provider. */
export function passwordLoginRequired(): AppError {
  const message =
    "スタッフは、メールアドレスとパスワードでログインしてください。パスワードは「パスワードをお忘れの方」から設定できます。";
  return new AppError(403, "password_login_required", message);
}

/** The disk is full, or the quota of the server's account is used up. */
export function storageFull(cause?: unknown): AppError {
  return new AppError(
    507,
    "storage_full",
    "サーバーの空き容量が足りないため保存できませんでした。管理者に連絡し、しばらくしてから、もう一度お試しください。",
    { retryAfter: 60, cause },
  );
}

/** The bucket does not answer, or refuses this server. */
export function storageUnavailable(cause: unknown): AppError {
  const message = "ファイルの保存先に接続できませんでした。しばらくしてから、もう一度お試しください。";
  return new AppError(503, "storage_unavailable", message, { retryAfter: 5, cause });
}

export function notFound(what: string): AppError {
  return new AppError(404, "not_found", `${what}が見つかりません。`);
}

/** @returns the row of a statement that finds one at most @throws 404 for `what`; without it, a missing row is our own error */
export function only<Row>([row]: readonly Row[], what?: string): Row {
  if (row !== undefined) return row;
  throw what === undefined ? new Error("The statement returned no row.") : notFound(what);
}

/** The caller's revision is stale. `current` has the shape of the route's 409 schema. */
export function conflict(current: object, editors = "ほかのスタッフ"): AppError {
  return new AppError(409, "conflict", `${editors}が先に更新しました。現在の内容を確認してください。`, { current });
}

/** Rolls back a transaction after the client disconnected; no client reads the response. */
export function callerLeft(): AppError {
  return new AppError(499, "cancelled", "処理を中止しました。");
}

/** @param seconds rounded up to minutes, or to hours */
function timeText(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return minutes < 120 ? `${minutes}分` : `${Math.ceil(minutes / 60)}時間`;
}

/** @param retryAfter seconds */
export function tooManyRequests(retryAfter: number): AppError {
  return new AppError(
    429,
    "too_many_requests",
    `試行回数が多すぎます。${timeText(retryAfter)}後にもう一度お試しください。`,
    { retryAfter },
  );
}
