import { MEMBER_COLUMNS, type MemberColumn } from "@manabiya/contract/staff/members/moving.ts";
import { trialEnd } from "@manabiya/contract/rules/can-watch.ts";
import type { SubscriptionPlan, SubscriptionStatus } from "@manabiya/contract/accounts/user.ts";
import { bool, instant, int, json, notNull, nullable, type RowOf, text, textOf } from "../../db/columns.ts";
import type { Database } from "../../db/open.ts";
import { statement } from "../../db/statement.ts";
import { writeCsv } from "../../csv/write.ts";
import { type ListEntry, writeEntries } from "./list-entries.ts";

/** Members that one statement reads: also with long histories it ends within its time. */
const PART = 100;

const columns = {
  id: int,
  email: text,
  username: text,
  created_at: instant,
  email_verified_at: nullable(instant),
  subscription_status: textOf<SubscriptionStatus>(),
  subscription_plan: textOf<SubscriptionPlan>(),
  subscription_end_date: nullable(instant),
  cancel_at_period_end: bool,
  /** The mailbox's one trial is used up. */
  had_trial: bool,
  access_granted_until: nullable(instant),
  customer_id: nullable(text),
  suspended_at: nullable(instant),
  refused_at: nullable(instant),
  password_hash: text,
  favorites: json<ListEntry[]>(),
  watch_later: json<ListEntry[]>(),
  history: json<ListEntry[]>(),
};

export type ExportedMember = RowOf<typeof columns>;

const listOf = (table: string, at: string, watched: string) => `
  (select coalesce(json_agg(json_build_object('video_id', v.video_id, 'at', l.${at}, ${watched}) order by l.${at} desc, v.id), '[]')
     from ${table} l join videos v on v.id = l.video_id where l.user_id = u.id)`;
const UNWATCHED = "'position', null, 'duration', null";

/** Open accounts in the order of their ids. Values: the last id of the part before, members. */
const readPart = statement("moving.read-members", columns)`
  select u.id, u.email, u.username, u.created_at, u.email_verified_at, u.subscription_status, u.subscription_plan,
         u.subscription_end_date, u.cancel_at_period_end,
         coalesce((select true from trials t where t.user_id = u.id limit 1), false) as had_trial, u.access_granted_until, c.customer_id,
         u.suspended_at, p.refused_at, u.password_hash,
         ${listOf("favorites", "created_at", UNWATCHED)} as favorites,
         ${listOf("watch_later", "created_at", UNWATCHED)} as watch_later,
         ${listOf("watch_history", "watched_at", "'position', l.position, 'duration', l.duration")} as history
    from users u left join stripe_customers c on c.user_id = u.id left join mail_preferences p on p.user_id = u.id
   where u.id > $1 and u.closed_at is null
   order by u.id limit $2`;

const count = statement("moving.count-members", { count: notNull(int) })`
  select count(*)::int as count from users where closed_at is null`;

export const countMembers = async (db: Database) => (await count(db, []))[0]?.count ?? 0;

interface Export {
  withHashes: boolean;
  /** Receives the file in parts; the first one begins with the byte order mark. */
  write: (part: string) => void | Promise<void>;
}

/** Writes every open account in the form that the import reads. @returns their number */
export async function writeMembers(db: Database, { withHashes, write }: Export): Promise<number> {
  const header = MEMBER_COLUMNS.filter((column) => withHashes || column !== "password_hash");
  await write(writeCsv([header]));
  let exported = 0;
  for (let after = 0; ;) {
    const members = await readPart(db, [after, PART]);
    const last = members.at(-1);
    if (!last) return exported;
    const rows = members.map((member) => cellsOf(member)).map((cells) => header.map((column) => cells[column]));
    // Only the first part starts with the mark of UTF-8.
    await write(writeCsv(rows).slice(1));
    after = last.id;
    exported += members.length;
  }
}

function cellsOf(member: ExportedMember): Record<MemberColumn, string> {
  const { created_at, had_trial } = member;
  const entries = (list: ListEntry[]) =>
    writeEntries(list.map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })));
  return {
    email: member.email,
    username: member.username,
    created_at,
    email_verified_at: member.email_verified_at ?? "",
    subscription_status: member.subscription_status,
    subscription_plan: member.subscription_plan,
    subscription_end_date: member.subscription_end_date ?? "",
    cancel_at_period_end: String(member.cancel_at_period_end),
    trial_end_date: had_trial ? new Date(trialEnd(created_at)).toISOString() : "",
    access_granted_until: member.access_granted_until ?? "",
    customer_id: member.customer_id ?? "",
    suspended_at: member.suspended_at ?? "",
    mails_refused_at: member.refused_at ?? "",
    password_hash: member.password_hash,
    favorites: entries(member.favorites),
    watch_later: entries(member.watch_later),
    history: entries(member.history),
  };
}
