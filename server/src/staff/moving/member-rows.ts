import { DAY } from "@manabiya/contract/rules/japan-day.ts";
import { SubscriptionPlan, SubscriptionStatus } from "@manabiya/contract/accounts/user.ts";
import { Username } from "@manabiya/contract/accounts/auth.ts";
import { trialEnd } from "@manabiya/contract/rules/can-watch.ts";
import { GRANT_DAYS_MAX } from "@manabiya/contract/staff/members.ts";
import { MEMBER_COLUMNS, type MemberColumn } from "@manabiya/contract/staff/members/moving.ts";
import { Email } from "@manabiya/contract/text.ts";
import * as z from "zod/mini";
import { isClosedAddress } from "../../accounts/login/accounts.ts";
import { readHash } from "../../accounts/passwords/stored-hash.ts";
import { readInstant } from "../../csv/instant.ts";
import type { CsvRow } from "../../csv/read.ts";
import type { ExportedMember } from "./export-members.ts";
import { readEntries } from "./list-entries.ts";

const [email, username, created_at, ...optional] = MEMBER_COLUMNS;

export const COLUMNS = { required: [email, username, created_at], optional };

const MINUTE = 60_000;

const CUSTOMER = /^cus_\w{1,100}$/;

/** Django's prefix of an account without a password. */
const UNUSABLE = "!";

const YES = /^(1|true|t|yes|はい)$/i;
const NO = /^(|0|false|f|no|いいえ)$/i;

/** A member that a row creates. `password_hash` null: no password fits, so the member asks for a new one. */
export type MemberDraft = Omit<ExportedMember, "id" | "password_hash"> & { password_hash: string | null };

/** @param now milliseconds since 1970. @returns the member, or sentences that name the column */
export function readMemberRow({ cells }: CsvRow, now: number): MemberDraft | string[] {
  const errors: string[] = [];
  const cell = (column: MemberColumn) => cells[column] ?? "";
  const wrong = (column: MemberColumn, message: string) => {
    errors.push(`${column}：${message}`);
    return null;
  };
  const parsed = <T extends z.ZodMiniType>(column: MemberColumn, schema: T, value: string): z.output<T> | null => {
    const result = z.safeParse(schema, value);
    return result.success ? result.data : wrong(column, result.error.issues[0]?.message ?? "正しくありません。");
  };
  const instant = (column: MemberColumn, latest: number | null = now) => {
    if (cell(column) === "") return null;
    const found = readInstant(cell(column));
    if (found === null) return wrong(column, "日時は「2026-01-31 18:00」のように入力してください。");
    if (latest === null || Date.parse(found) <= latest) return found;
    return wrong(column, latest === now ? "未来の日時です。" : "10年以内の日時を入力してください。");
  };
  const list = (column: "favorites" | "watch_later" | "history") =>
    readEntries(cell(column), now) ??
    wrong(
      column,
      "「動画ID 2026-01-31T09:00:00Z」のように入力し、| で区切ってください。履歴には「位置 長さ」も続けられます。",
    ) ??
    [];

  const farthest = now + GRANT_DAYS_MAX * DAY;
  const address = parsed("email", Email, cell("email"));
  if (address !== null && isClosedAddress(address)) wrong("email", "このメールアドレスは使用できません。");
  const hash = cell("password_hash").startsWith(UNUSABLE) ? "" : cell("password_hash");
  if (hash !== "" && readHash(hash) === null) {
    wrong(
      "password_hash",
      "読み取れない形式です。取り込めるのはpbkdf2_sha256、bcrypt_sha256、bcrypt、argon2です。空にすると、会員はパスワードを再設定してログインできます。",
    );
  }
  const customer = cell("customer_id");
  if (customer !== "" && !CUSTOMER.test(customer)) wrong("customer_id", "「cus_」で始まる顧客番号を入力してください。");
  const cancels = cell("cancel_at_period_end");
  if (!YES.test(cancels) && !NO.test(cancels)) {
    wrong("cancel_at_period_end", "trueまたはfalseを入力してください。");
  }
  if (cell("created_at") === "") wrong("created_at", "会員登録の日時を入力してください。");
  const draft = {
    email: address ?? "",
    username: parsed("username", Username, cell("username")) ?? "",
    created_at: instant("created_at") ?? "",
    email_verified_at: instant("email_verified_at"),
    subscription_status:
      parsed("subscription_status", SubscriptionStatus, cell("subscription_status") || "inactive") ?? "inactive",
    subscription_plan: parsed("subscription_plan", SubscriptionPlan, cell("subscription_plan") || "none") ?? "none",
    subscription_end_date: instant("subscription_end_date", farthest),
    cancel_at_period_end: YES.test(cancels),
    access_granted_until: instant("access_granted_until", farthest),
    customer_id: customer || null,
    suspended_at: instant("suspended_at"),
    refused_at: instant("mails_refused_at"),
    password_hash: hash || null,
    had_trial: cell("trial_end_date") !== "" || cell("subscription_status") === "trial",
    favorites: list("favorites"),
    watch_later: list("watch_later"),
    history: list("history"),
  };
  const trial_end_date = instant("trial_end_date", farthest);
  if (draft.subscription_status === "active") {
    if (draft.customer_id === null && draft.subscription_end_date === null) {
      wrong("customer_id", "有料会員には、顧客番号かsubscription_end_date（視聴の期限）を入力してください。");
    }
    if (draft.subscription_plan === "none") {
      wrong("subscription_plan", "有料会員のプランをmonthlyかyearlyで入力してください。");
    }
  }
  return errors.length > 0 ? errors : withOwnTerms(draft, trial_end_date, now);
}

/** A plan without a renewal here, or a trial that would end at another instant, becomes access granted until then. */
function withOwnTerms(draft: MemberDraft, trial_end_date: string | null, now: number): MemberDraft {
  const { subscription_status, subscription_end_date, customer_id, created_at } = draft;
  if (subscription_status === "active" && customer_id === null) {
    if (Date.parse(subscription_end_date ?? "") <= now) return { ...draft, subscription_status: "canceled" };
    return { ...withAccess(draft, subscription_end_date), subscription_plan: "none", subscription_end_date: null };
  }
  if (subscription_status !== "trial" || trial_end_date === null) return draft;
  const [own, given] = [trialEnd(created_at), Date.parse(trial_end_date)];
  if (Math.abs(own - given) < MINUTE || Math.max(own, given) <= now) return draft;
  return given > now ? withAccess(draft, trial_end_date) : { ...draft, subscription_status: "inactive" };
}

function withAccess(draft: MemberDraft, until: string | null): MemberDraft {
  // Instants in UTC sort as texts.
  const latest = [until ?? "", draft.access_granted_until ?? ""].toSorted().at(-1) || null;
  return { ...draft, subscription_status: "inactive", cancel_at_period_end: false, access_granted_until: latest };
}
