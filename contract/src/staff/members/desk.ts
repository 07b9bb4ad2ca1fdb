import * as z from "zod/mini";
import { call } from "../../route.ts";
import { Email, Instant, Message, params, RowId } from "../../text.ts";
import { listed, MemberDetail, ReasonBody } from "../members.ts";

/** Entries of one part of a timeline. */
export const TIMELINE_SIZE = 20;

export const TimelineEntry = z.object({
  /** Unique within the member's timeline. */
  key: z.string(),
  at: Instant,
  /** The record that the entry comes from. `event`: a webhook event of the provider. `staff`: the audit log. */
  source: z.enum([
    "account",
    "session",
    "mail",
    "unsent_mail",
    "letter",
    "event",
    "checkout",
    "plan_change",
    "gift",
    "alert",
    "staff",
  ]),
  /** A kind or state; of a session its user agent, of a mail its subject. */
  what: z.string(),
  /** The purchased or the new plan. */
  plan: z.nullable(z.enum(["monthly", "yearly"])),
  /** The reason that staff gave. */
  reason: z.nullable(z.string()),
  /** The name of the staff member; null also for the command line. Of a gift: the member at its other end. */
  by: z.nullable(z.string()),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

const CURSOR = /^(20\d\d-\d\d-\d\dT[\d:.]{8,15}Z)~[\w:-]{1,100}$/;
const isCursor = (value: string) => !Number.isNaN(Date.parse(CURSOR.exec(value)?.[1] ?? ""));
const CURSOR_ERROR = "beforeが正しくありません。";

export const EmailBody = z.extend(ReasonBody, { email: Email });

const SuspendBody = z.extend(ReasonBody, { is_suspended: z.boolean({ error: "is_suspendedが正しくありません。" }) });

const BlockBody = z.extend(ReasonBody, { is_blocked: z.boolean({ error: "is_blockedが正しくありません。" }) });

/** `course`: the playlist's number. */
const RevokeBody = z.extend(ReasonBody, { course: RowId });

export const CancelBody = z.extend(ReasonBody, {
  /** `period_end`: no further renewal. `now`: the member cannot watch any more. */
  when: z.enum(["period_end", "now"], { error: "whenが正しくありません。" }),
});

const response = { 200: MemberDetail };
const reasoned = { params, body: ReasonBody, response };

export const adminMemberDesk = {
  /** Newest first. `before`: `next` of the part before. Payments with amounts have their own call. */
  timeline: call("List what happened to a member", {
    params,
    querystring: z.object({
      before: z.optional(z.string({ error: CURSOR_ERROR }).check(z.refine(isCursor, { error: CURSOR_ERROR }))),
    }),
    response: { 200: z.object({ entries: z.array(TimelineEntry), next: z.nullable(z.string()) }) },
  }),
  sendVerification: call("Send a member another link that verifies the address", { ...reasoned, errors: [429] }),
  sendPasswordReset: call("Send a member a link to a new password", { ...reasoned, errors: [429] }),
  /**
   * Refuses the password until its owner sets a new one, ends all sessions and sends a link to a new one. 429: all of it but the
   * mail.
   */
  invalidatePassword: call("Refuse a member's password until it is reset", { ...reasoned, errors: [429] }),
  /** Sends mails again to an address that took none. 400 `deliverable`: it takes them. */
  resumeMails: call("Send mails to a member's address again", reasoned),
  /** Tells both addresses. The new one is not verified. */
  changeEmail: call("Correct a member's address", { params, body: EmailBody, response, errors: [429] }),
  /** A suspended member has no session, cannot log in and cannot watch. The subscription does not change. */
  suspend: call("Suspend or resume a member", { params, body: SuspendBody, response }),
  /** Everything else stays, the member's questions too. */
  blockQuestions: call("Block a member from asking questions", { params, body: BlockBody, response }),
  /** Its link opens nothing any more, and the member cannot issue it again. */
  revokeCertificate: call("Revoke a member's certificate", { params, body: RevokeBody, response }),
  /** The same data as the member's own export, without payments for a caller who may not see money. */
  export: call("Export a member's data", {
    params,
    body: ReasonBody,
    response: { 200: z.record(z.string(), z.unknown()) },
    errors: [429],
  }),
  /** Ends the subscription and erases the member's data, as the member's own 退会 does. */
  close: call("Close a member's account", { ...reasoned, errors: [409, 429] }),
  /** The answer has no person, because the caller may not see members. 409 `no_subscription`. */
  cancel: call("End a member's paid plan", {
    params,
    body: CancelBody,
    response: { 200: Message },
    errors: [409, 429],
  }),
  /** Every member of a list. `csv`: with the byte order mark. */
  csv: call("Download a list of members as CSV", {
    body: z.extend(ReasonBody, listed),
    response: { 200: z.object({ csv: z.string(), count: z.int() }) },
    errors: [429],
    key: "members",
  }),
};
