import * as z from "zod/mini";
import { Certificate } from "../lists/certificates.ts";
import { Page, paged } from "../paging.ts";
import { Agreement } from "../legal/agreements.ts";
import { call } from "../route.ts";
import { day, Instant, params, text } from "../text.ts";
import { SubscriptionPlan, SubscriptionStatus } from "../accounts/user.ts";

const REASON_MAX = 500;

/** Days of access that one grant may give. */
export const GRANT_DAYS_MAX = 3_650;

/** Days before its end in which a trial is in `trial_ending`. */
export const TRIAL_ENDING_DAYS = 3;

/** Days without a use of the service after which a paying member is `silent`. */
export const SILENT_DAYS = 30;

/**
 * `granted`: access granted by staff. `staff`: includes superusers. `ended`: a trial, plan or grant has ended, and the
 * member cannot watch. `shared`: see members/shared-account.ts. `payment_failing` needs the right to money: the last bill is unpaid and the provider retries.
 */
export const MemberFilter = z.enum([
  "all",
  "active",
  "payment_failing",
  "trial",
  "trial_ending",
  "silent",
  "ended",
  "inactive",
  "canceled",
  "granted",
  "staff",
  "undeliverable",
  "shared",
  "suspended",
  "closed",
]);
export type MemberFilter = z.infer<typeof MemberFilter>;

export const STATUS_LABELS: Record<SubscriptionStatus, string> = {
  active: "有料会員",
  trial: "無料体験",
  inactive: "未契約",
  canceled: "契約終了",
};

export const PLAN_LABELS: Record<SubscriptionPlan, string> = {
  monthly: "月額プラン",
  yearly: "年額プラン",
  none: "なし",
};

export const Member = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  /** The paid status. Granted access does not change it. */
  subscription_status: SubscriptionStatus,
  subscription_plan: SubscriptionPlan,
  subscription_end_date: z.nullable(Instant),
  cancel_at_period_end: z.boolean(),
  /** Null: no granted access, or it has ended. */
  access_granted_until: z.nullable(Instant),
  can_watch: z.boolean(),
  /** Says why the member can or cannot watch now (rules/viewing-sentence.ts). */
  viewing: z.string(),
  /** Null: the address is not verified. */
  email_verified_at: z.nullable(Instant),
  is_staff: z.boolean(),
  is_superuser: z.boolean(),
  created_at: Instant,
  suspended_at: z.nullable(Instant),
  /** Since when the member may ask no questions. */
  questions_blocked_at: z.nullable(Instant),
  /** When the owner closed the account. */
  closed_at: z.nullable(Instant),
});
export type Member = z.infer<typeof Member>;

export const MemberDetail = z.extend(Member, {
  /** Active sessions, most recently used first. */
  sessions: z.array(
    z.object({
      id: z.string(),
      created_at: Instant,
      last_used_at: Instant,
      address: z.string(),
      user_agent: z.string(),
    }),
  ),
  /** The bill and the card of the latest sync. Null: no subscription, or the caller may not see money. `card_expires`: such as "2027-03". */
  payment: z.nullable(
    z.object({
      unpaid_amount: z.nullable(z.int()),
      retry_at: z.nullable(Instant),
      needs_authentication: z.boolean(),
      card_expires: z.nullable(z.string()),
    }),
  ),
  /** The provider's pages about the member. Null: none. */
  provider: z.object({ customer_url: z.nullable(z.string()), subscription_url: z.nullable(z.string()) }),
  /** Videos in the history. */
  watched_count: z.int(),
  last_watched_at: z.nullable(Instant),
  /** The address takes no mails, so none are sent. `code`: of SMTP, "bounce" or "complaint" by the mail provider; or empty. */
  undeliverable: z.nullable(z.object({ since: Instant, code: z.string() })),
  /** The hours of the last days in which the account counts as shared (members/shared-account.ts), newest first. */
  shared_hours: z.array(z.object({ at: Instant, networks: z.int(), devices: z.int() })),
  /** Staff refuse the password until its owner sets a new one. */
  must_reset_password: z.boolean(),
  /** A redeemed gift is part of the granted access. */
  has_gift: z.boolean(),
  /** The newest first. */
  agreements: z.array(Agreement),
  certificates: z.array(Certificate),
});
export type MemberDetail = z.infer<typeof MemberDetail>;

const reason = text("理由", { max: REASON_MAX });

export const ReasonBody = z.object({ reason });

export const GrantBody = z.object({
  /** The last day in Japan, such as "2026-12-31". */
  until: day("期限の日付を入力してください。"),
  reason,
});

export const StaffBody = z.object({ is_staff: z.boolean({ error: "is_staffが正しくありません。" }), reason });

/** The members of a list. `q`: part of a name or of an email address. */
export const listed = {
  q: z._default(text("検索キーワード", { min: 0, max: 100 }), ""),
  status: z._default(MemberFilter, "all"),
};

/** The audit log holds every change with its reason. members/desk.ts has the other calls. */
export const adminMembers = {
  /** Newest first. */
  list: call("Search members", {
    querystring: z.object({ ...listed, page: Page }),
    response: { 200: paged(Member) },
    errors: [429],
  }),
  get: call("Get a member with subscription and sessions", { params, response: { 200: MemberDetail } }),
  /** Lets the member watch until the end of a day. A repeated call moves the day. */
  grantAccess: call("Grant complimentary access", { params, body: GrantBody, response: { 200: MemberDetail } }),
  /** Ends granted access and a trial. A paid subscription is canceled at the card provider. */
  endAccess: call("End complimentary access", { params, body: ReasonBody, response: { 200: MemberDetail } }),
  setStaff: call("Grant or revoke staff rights", { params, body: StaffBody, response: { 200: MemberDetail } }),
  endSessions: call("End all sessions of a member", { params, body: ReasonBody, response: { 200: MemberDetail } }),
};
