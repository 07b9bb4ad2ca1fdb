import * as z from "zod/mini";
import { Page, paged } from "../paging.ts";
import { route } from "../route.ts";
import { Instant, RowId, text } from "../text.ts";
import { SubscriptionPlan, SubscriptionStatus } from "../accounts/user.ts";

export const REASON_MAX = 500;

/** Days for which access may be granted at once. */
export const GRANT_DAYS_MAX = 3_650;

/** Members by what they may do now; `granted`: by hand; `staff`: superusers too. */
export const MemberFilter = z.enum([
  "all",
  "active",
  "trial",
  "inactive",
  "canceled",
  "granted",
  "staff",
  "closed",
]);
export type MemberFilter = z.infer<typeof MemberFilter>;

export const Member = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  /** As paid or signed up for; access that was granted by hand stands beside it. */
  subscription_status: SubscriptionStatus,
  subscription_plan: SubscriptionPlan,
  subscription_end_date: z.nullable(Instant),
  cancel_at_period_end: z.boolean(),
  /** Null: none was granted, or it is over. */
  access_granted_until: z.nullable(Instant),
  /** Whether the member may watch now. */
  can_watch: z.boolean(),
  is_staff: z.boolean(),
  is_superuser: z.boolean(),
  created_at: Instant,
  /** The account was closed by its owner. */
  closed_at: z.nullable(Instant),
});
export type Member = z.infer<typeof Member>;

export const MemberDetail = z.extend(Member, {
  /** Live logins, the last used first. */
  sessions: z.array(
    z.object({
      id: z.string(),
      created_at: Instant,
      last_used_at: Instant,
      address: z.string(),
      user_agent: z.string(),
    }),
  ),
  /** Videos in the history, and when one was last watched. */
  watched_count: z.int(),
  last_watched_at: z.nullable(Instant),
});
export type MemberDetail = z.infer<typeof MemberDetail>;

/** What happened to a member's money. */
export const BillingEvent = z.object({
  at: Instant,
  /** Where it is known from: the provider's message, or what was asked for, sent or found here. */
  source: z.enum(["event", "checkout", "plan_change", "letter", "alert"]),
  /** The message's type, the checkout's or change's state, the letter's or alert's kind. */
  what: z.string(),
  /** The plan that was bought or changed to, where there is one. */
  plan: z.nullable(z.enum(["monthly", "yearly"])),
});
export type BillingEvent = z.infer<typeof BillingEvent>;

const reason = text("理由", { max: REASON_MAX });
const DATE_ERROR = "期限の日付を入力してください。";

export const ReasonBody = z.object({ reason });

export const GrantBody = z.object({
  /** The last day, by the calendar of Japan: "2026-12-31". */
  until: z.string({ error: DATE_ERROR }).check(z.iso.date({ error: DATE_ERROR })),
  reason,
});

export const StaffBody = z.object({
  is_staff: z.boolean({ error: "is_staffが正しくありません。" }),
  reason,
});

const params = z.object({ id: RowId });

/** Superusers only. Every change is written to the audit log with its reason. */
export const adminMembers = {
  /** Newest first. `q`: part of a name or an e-mail address. */
  list: route({
    method: "GET",
    url: "/api/admin/members/",
    config: { access: "superuser", summary: "Search members" },
    schema: {
      querystring: z.object({
        q: z._default(text("検索する言葉", { min: 0, max: 100 }), ""),
        status: z._default(MemberFilter, "all"),
        page: Page,
      }),
      response: { 200: paged(Member) },
    },
  }),
  get: route({
    method: "GET",
    url: "/api/admin/members/:id/",
    config: { access: "superuser", summary: "Get a member with subscription and sessions" },
    schema: { params, response: { 200: MemberDetail } },
  }),
  /** Newest first, at most a hundred; the provider's messages of the last 90 days. */
  billingEvents: route({
    method: "GET",
    url: "/api/admin/members/:id/billing/",
    config: { access: "superuser", summary: "List a member's billing events" },
    schema: { params, response: { 200: z.array(BillingEvent) } },
  }),
  /** Lets the member watch until the end of a day, whatever is paid. Again: another day. */
  grantAccess: route({
    method: "PUT",
    url: "/api/admin/members/:id/access/",
    config: { access: "superuser", summary: "Grant complimentary access" },
    schema: { params, body: GrantBody, response: { 200: MemberDetail } },
  }),
  /** Ends what was granted by hand and a running trial; a paid subscription ends at the card provider. */
  endAccess: route({
    method: "POST",
    url: "/api/admin/members/:id/access/end/",
    config: { access: "superuser", summary: "End complimentary access" },
    schema: { params, body: ReasonBody, response: { 200: MemberDetail } },
  }),
  setStaff: route({
    method: "PUT",
    url: "/api/admin/members/:id/staff/",
    config: { access: "superuser", summary: "Grant or revoke staff rights" },
    schema: { params, body: StaffBody, response: { 200: MemberDetail } },
  }),
  endSessions: route({
    method: "POST",
    url: "/api/admin/members/:id/sessions/end/",
    config: { access: "superuser", summary: "End all sessions of a member" },
    schema: { params, body: ReasonBody, response: { 200: MemberDetail } },
  }),
};
