import { AnyQuestion } from "@manabiya/contract/lists/questions.ts";
import { DELIVERY_DAYS } from "@manabiya/contract/webhooks/tools.ts";
import { exportedCheckouts, exportedGifts, exportedPlanChanges, exportedSubscription } from "../billing/export.ts";
import { Member } from "@manabiya/contract/staff/members.ts";
import { SHARED } from "@manabiya/contract/staff/members/shared-account.ts";
import { isPublished } from "../catalogue/videos/rows.ts";
import { columnsOf } from "../db/columns-of.ts";
import { bool, type Columns, command, instant, int, json, nullable, text, uuid } from "../db/statement.ts";
import { anonymizeMembership } from "../events/membership-changes.ts";
import { anonymizeAccount } from "../accounts/login/accounts.ts";
import { DEVICE_COOKIE_DAYS } from "../accounts/login/device-cookie.ts";
import { list, listAt, one, type Owner, type PersonalData, rows } from "../accounts/personal-data-entry.ts";

const BY_ID: Owner = { column: "id", value: ({ id }) => id };

/** Without a customer at the card provider no invoice needs the row. */
const anonymizeCustomer = command("personal-data.anonymize-customer")`
  with removed as (delete from stripe_customers where user_id = $1 and customer_id is null and former_ids = '{}')
  update stripe_customers set email = null where user_id = $1`;

/** The mailbox stays without an account. */
const anonymizeTrial = command("personal-data.anonymize-trial")`update trials set user_id = null where user_id = $1`;

const forgetGiver = command("personal-data.forget-giver")`update gifts set user_id = null where user_id = $1`;

/** An answered question that others see helps them on; all others go. */
const anonymizeQuestions = command("personal-data.anonymize-questions")`
  with removed as (
    delete from questions where user_id = $1 and not (is_public and state = 'shown' and answer is not null))
  update questions set user_id = null, nickname = '退会した会員', picture = null
   where user_id = $1 and is_public and state = 'shown' and answer is not null`;

/** Other tools still hear of the end. The message of the sign-up names the address, and answers may repeat it. */
const forgetAddress = command("personal-data.forget-address")`
  update webhook_deliveries set answer = '', data = case when data ? 'email' then data || '{"email": null}' else data end
   where user_id = $1`;

const UNTIL_CLOSED = { unlimited: "until the member deletes them or closes the account" };
const SECRET = { not: "a secret: a link or code must not leave by another way than its own" };

/** Rows that leave with the account. */
const ownRows = (
  exported: PersonalData["exported"],
  retention: PersonalData["retention"] = UNTIL_CLOSED,
): PersonalData => ({ onClose: "delete", exported, retention });

/** The title is null while members cannot see the video. */
const video = json<{ id: number; title: string | null }>();
const VIDEO = `json_build_object('id', v.id, 'title', case when ${isPublished("$2")} then v.title end) as video`;

/**
 * The register of personal data: every table with a `user_id`, and those that hold members' addresses. 退会
 * (close-account.ts), the data export (export.ts), retention (delete-expired.ts) and their tests
 * read it; a test fails for a table without an entry. The export has its keys in the order of the entries.
 */
export const personalData: Record<string, PersonalData> = {
  users: {
    owner: BY_ID,
    onClose: {
      leaves: ["id"],
      reason: "an empty row remains so that counts and references hold",
      anonymize: anonymizeAccount,
    },
    exported: one(
      "profile",
      {
        ...columnsOf(Member, "id", "username", "email", "email_verified_at", "subscription_plan"),
        ...columnsOf(Member, "subscription_status", "subscription_end_date", "cancel_at_period_end"),
        ...columnsOf(Member, "access_granted_until", "is_staff", "is_superuser"),
        ...{ may_see_members: bool, may_see_money: bool },
        ...columnsOf(Member, "created_at", "suspended_at", "questions_blocked_at"),
      },
      "users",
      BY_ID,
    ),
    retention: { unlimited: "the anonymous row stays for good" },
  },
  trials: {
    onClose: {
      leaves: ["mailbox"],
      reason: "a mailbox has one free trial, with or without an account",
      anonymize: (tx, { id }) => anonymizeTrial(tx, [id]),
    },
    exported: one("trial", { mailbox: text, started_at: instant }, "trials"),
    retention: { unlimited: "for good: a mailbox has one free trial" },
  },
  favorites: aboutVideos("favorites", { created_at: instant }, "created_at"),
  watch_later: aboutVideos("watch_later", { created_at: instant }, "created_at"),
  watch_history: aboutVideos(
    "watch_history",
    { watched_at: instant, position: nullable(int), duration: nullable(int), finished_at: nullable(instant) },
    "watched_at",
  ),
  lesson_marks: aboutVideos("lesson_marks", { is_finished: bool, marked_at: instant }, "marked_at"),
  notes: ownRows(
    list(
      "notes",
      {
        video,
        kind: text,
        second: int,
        text,
        link: nullable(text),
        done_on: nullable(text),
        created_at: instant,
        updated_at: instant,
      },
      `select json_build_object('id', n.video_id, 'title', n.video_title) as video, n.kind, n.second, n.text, n.link,
              n.done_on::text as done_on, n.created_at, n.updated_at
         from notes n where n.user_id = $1 order by n.created_at desc, n.id desc`,
    ),
  ),
  questions: {
    onClose: {
      leaves: ["video_id", "second", "text", "answer", "search_text", "asked_at", "answered_at"],
      reason: "an answered public question stays for other members, without the person, the name and the picture",
      anonymize: (tx, { id }) => anonymizeQuestions(tx, [id]),
    },
    exported: listAt(
      "questions",
      {
        ...{ video, picture: nullable(text) },
        ...columnsOf(AnyQuestion, "second", "text", "nickname", "is_public", "answer", "asked_at", "answered_at"),
      },
      `select ${VIDEO}, q.second, q.text, q.nickname, q.is_public, q.answer, q.asked_at, q.answered_at,
              'data:image/webp;base64,' || translate(encode(q.picture, 'base64'), chr(10), '') as picture
         from questions q join videos v on v.id = q.video_id where q.user_id = $1 order by q.id desc`,
    ),
    retention: { unlimited: "until the account is closed, and an answered public question stays" },
  },
  question_marks: ownRows(
    list(
      "question_marks",
      { question: int, is_report: bool, reason: text, marked_at: instant },
      `select question_id as question, is_report, reason, marked_at from question_marks where user_id = $1 order by marked_at desc`,
    ),
  ),
  certificates: ownRows(
    rows(
      "certificates",
      { course: text, finished_at: instant, name: text, link: nullable(text), revoked_at: nullable(instant) },
      "finished_at desc, playlist_id desc",
    ),
  ),
  learned_days: ownRows(
    list(
      "learned_days",
      { day: text, seconds: int },
      `select day::text as day, milliseconds / 1000 as seconds from learned_days where user_id = $1 order by day desc`,
    ),
  ),
  players: ownRows(
    rows("players", { network: text, started_at: nullable(instant), seen_at: instant }, "seen_at desc, player"),
    // Only the last minutes matter. A day spares players that run through the night.
    { after: "seen_at", days: 1 },
  ),
  shared_hours: ownRows(rows("shared_hours", { at: instant, networks: int, devices: int }, "at desc"), {
    after: "at",
    days: SHARED.days,
  }),
  notice_reads: ownRows(
    listAt(
      "notices_read",
      { notice: json<{ id: number; notice_title: string | null }>(), read_at: instant },
      `select json_build_object(
                'id', n.id, 'notice_title', case when n.published_at <= $2 then n.notice_title end) as notice, r.read_at
         from notice_reads r join notices n on n.id = r.notice_id
        where r.user_id = $1 order by r.read_at desc, n.id desc`,
    ),
  ),
  sessions: ownRows(
    rows(
      "sessions",
      {
        id: uuid,
        created_at: instant,
        last_used_at: instant,
        expires_at: instant,
        revoked_at: nullable(instant),
        address: text,
        user_agent: text,
        provider: nullable(text),
      },
      "created_at desc, id desc",
    ),
    // A revoked session stays until it expires, so that a stolen refresh token is recognised.
    { after: "expires_at", days: 0 },
  ),
  login_identities: ownRows(
    rows(
      "login_providers",
      { issuer: text, subject: text, connected_at: instant },
      "connected_at desc, issuer",
      "login_identities",
    ),
  ),
  known_devices: ownRows(rows("known_devices", { created_at: instant, last_seen_at: instant }, "last_seen_at desc"), {
    after: "last_seen_at",
    days: DEVICE_COOKIE_DAYS,
  }),
  second_factors: ownRows(
    one("second_factor", { created_at: instant, enabled_at: nullable(instant) }, "second_factors"),
  ),
  mail_outbox: ownRows(
    // Without the text: a link to a new password must not leave by another way than the mail.
    rows(
      "mails",
      { recipient: text, subject: text, created_at: instant, sent_at: nullable(instant) },
      "created_at desc, id desc",
      "mail_outbox",
    ),
    // Meanwhile staff can see which mails were sent.
    { after: "sent_at", days: 30 },
  ),
  mail_preferences: ownRows(
    one(
      "mail_preferences",
      {
        digest_since: nullable(instant),
        answers_refused_at: nullable(instant),
        refused_at: nullable(instant),
        changed_by: nullable(text),
        changed_at: nullable(instant),
        undeliverable_email: nullable(text),
        undeliverable_at: nullable(instant),
        undeliverable_code: nullable(text),
      },
      "mail_preferences",
    ),
  ),
  agreements: ownRows(
    rows("agreements", { document: text, version: text, agreed_at: instant }, "agreed_at desc, document"),
  ),
  mailing_recipients: ownRows(
    list(
      "mailings",
      { subject: text, listed_at: instant, sent_at: nullable(instant), outcome: nullable(text) },
      `select m.subject, r.created_at as listed_at, coalesce(r.done_at, r.handed_at) as sent_at, r.outcome
         from mailing_recipients r join mailings m on m.id = r.mailing_id
        where r.user_id = $1 order by r.created_at desc, m.id desc`,
    ),
    // Longer than any occasion of an automatic mail, so that nobody is listed again.
    { after: "send_after", days: 90 },
  ),
  subscriptions: ownRows(exportedSubscription),
  checkout_attempts: ownRows(exportedCheckouts),
  gifts: {
    onClose: {
      leaves: ["months", "session_id", "code", "bought_at", "valid_until", "redeemed_by", "redeemed_at"],
      reason: "a gift belongs to whoever holds its code, and the row names its giver no more",
      anonymize: (tx, { id }) => forgetGiver(tx, [id]),
    },
    exported: exportedGifts,
    retention: { unlimited: "as long as the invoices" },
  },
  plan_changes: ownRows(exportedPlanChanges),
  price_moves: ownRows({ not: "only prevents a second notice; the mails are exported" }),
  billing_letters: ownRows({ not: "only prevents a second mail; the mails are exported" }),
  member_counts: ownRows({ not: "the lengths of lists that are exported" }),
  recommendations: ownRows({ not: "computed from the watch history, which is exported" }),
  recovery_codes: ownRows(SECRET),
  password_resets: ownRows(SECRET, { after: "expires_at", days: 1 }),
  email_verifications: ownRows(SECRET, { after: "expires_at", days: 0 }),
  staff_invitations: ownRows(SECRET, { after: "expires_at", days: 0 }),
  login_tickets: ownRows(SECRET, { after: "expires_at", days: 0 }),
  membership_changes: {
    onClose: {
      leaves: ["at", "kind", "source", "cohort"],
      reason: "the day's figures count the change, and the row names no member any more",
      anonymize: anonymizeMembership,
    },
    exported: rows("membership_changes", { at: instant, kind: text, source: text }, "at desc, id desc"),
    retention: { unlimited: "for good: without a member it is only a count" },
  },
  stripe_customers: {
    onClose: {
      leaves: ["user_id", "customer_id", "former_ids", "account"],
      reason: "invoices must be kept, and they belong to the customer in our account at the card provider",
      anonymize: (tx, { id }) => anonymizeCustomer(tx, [id]),
    },
    exported: { not: "only the customer's number at the card provider, which holds the invoices" },
    retention: { unlimited: "as long as the invoices" },
  },
  webhook_deliveries: {
    onClose: {
      leaves: ["endpoint_id", "event_id", "type", "user_id", "data", "at", "due_at", "status"],
      reason:
        "other tools hear of the end; the message names the member by number only, and is deleted after some weeks",
      anonymize: (tx, { id }) => forgetAddress(tx, [id]),
    },
    exported: rows(
      "messages_to_tools",
      { type: text, at: instant, delivered_at: nullable(instant) },
      "at desc, id desc",
      "webhook_deliveries",
    ),
    retention: { after: "at", days: DELIVERY_DAYS },
  },
  api_keys: ownRows(SECRET),
  staff_alerts: {
    onClose: {
      leaves: ["user_id", "kind", "about", "message"],
      reason: "staff settle payments and disputes after the account is closed; alerts name members by number only",
    },
    exported: { not: "the staff's own to-do list" },
    retention: { unlimited: "for good: the history of payments that staff settled" },
  },
  audit_log: {
    onClose: {
      leaves: ["user_id", "action", "subject", "reason"],
      reason: "a trigger refuses every deletion; the log names staff by number only",
    },
    exported: { not: "the record of the staff's work, without anything about a member's person" },
    retention: { unlimited: "for good" },
  },
  rate_limits: {
    owner: null,
    onClose: { leaves: ["key"], reason: "deleting a count would lift a limit; each ends within a day" },
    exported: { not: "counts of attempts, which end within a day" },
    retention: { after: "resets_at", days: 0 },
  },
};

/** @param at the column by which the latest are the first */
function aboutVideos(table: string, columns: Columns, at: string): PersonalData {
  const names = Object.keys(columns).map((name) => `l.${name}`);
  const sql = `select ${VIDEO}, ${names.join(", ")} from ${table} l join videos v on v.id = l.video_id
                where l.user_id = $1 order by l.${at} desc, l.video_id desc`;
  return ownRows(listAt(table, { video, ...columns }, sql));
}
