import { statusText } from "@manabiya/contract/error.ts";

/** A failure with a stable `type`; its `message` is Japanese and safe to show. Everything else is a 500. */
export class AppError extends Error {
  override name = "AppError";
  readonly status: number;
  readonly type: string;
  readonly fields: Record<string, string[]> | undefined;
  /** Seconds after which a new attempt makes sense. */
  readonly retryAfter: number | undefined;
  /** The record as it is now, for the answer to a change that came too late. */
  readonly current: object | undefined;

  constructor(
    status: number,
    type: string,
    message: string,
    more: { fields?: Record<string, string[]>; retryAfter?: number; current?: object } = {},
  ) {
    super(message);
    this.status = status;
    this.type = type;
    this.fields = more.fields;
    this.retryAfter = more.retryAfter;
    this.current = more.current;
  }
}

/** 400 with messages per field; the first of them is the sentence for callers that show only one. */
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

export function subscriptionRequired(): AppError {
  return new AppError(
    403,
    "subscription_required",
    "この動画を視聴するにはプレミアム会員への登録が必要です。",
  );
}

/** To staff, where the service asks for more than a password. */
export function secondFactorSetupRequired(): AppError {
  return new AppError(
    403,
    "second_factor_setup_required",
    "管理画面を使うには、プロフィールの「セキュリティ」で2段階認証を設定してください。",
  );
}

/** The disk that files are stored on has no room, or not for this account. */
export function storageFull(): AppError {
  return new AppError(
    507,
    "storage_full",
    "サーバーの空き容量が足りないため保存できませんでした。システム管理者に連絡し、しばらくしてからもう一度お試しください。",
    { retryAfter: 60 },
  );
}

export function notFound(what: string): AppError {
  return new AppError(404, "not_found", `${what}が見つかりません。`);
}

/** Somebody else changed the record since the caller saw it. `current` as the route's 409 schema says. */
export function conflict(current: object): AppError {
  return new AppError(409, "conflict", "ほかの担当者が先に更新しました。現在の内容を確認してください。", {
    current,
  });
}

/** Rolls back what was done for somebody who cancelled; nobody reads the answer. */
export function callerLeft(): AppError {
  return new AppError(499, "cancelled", "処理を中止しました。");
}

export function tooManyRequests(retryAfter: number): AppError {
  return new AppError(
    429,
    "too_many_requests",
    "試行回数が多すぎます。しばらくしてからもう一度お試しください。",
    { retryAfter },
  );
}
