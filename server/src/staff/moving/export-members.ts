import { Member } from "@manabiya/contract/staff/members.ts";
import { MEMBER_COLUMNS, type MemberColumn } from "@manabiya/contract/staff/members/moving.ts";
import { trialEnd } from "@manabiya/contract/rules/can-watch.ts";
import { bool, instant, int, json, notNull, nullable, type RowOf, text } from "../../db/columns.ts";
import { columnsOf } from "../../db/columns-of.ts";
import type { Database } from "../../db/open.ts";
import { statement } from "../../db/statement.ts";
import { writeCsv } from "../../csv/write.ts";
import { type ListEntry, writeEntries } from "./list-entries.ts";

/** Members that one statement reads: also with long histories it ends within its time. */
const PART = 100;

const columns = {
  ...columnsOf(Member, "id", "email", "username", "created_at", "email_verified_at", "suspended_at"),
  ...columnsOf(Member, "subscription_status", "subscription_plan", "subscription_end_date"),
  ...columnsOf(Member, "cancel_at_period_end", "access_granted_until"),
  /** The mailbox's one trial is used up. */
  had_trial: bool,
  customer_id: nullable(text),
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
    const rows = members.map(cellsOf).map((cells) => header.map((column) => String(cells[column] ?? "")));
    // Only the first part starts with the mark of UTF-8.
    await write(writeCsv(rows).slice(1));
    after = last.id;
    exported += members.length;
  }
}

/** By the names of the columns, with other values beside them. */
function cellsOf(member: ExportedMember): Record<MemberColumn, string | boolean | null> {
  const entries = (list: ListEntry[]) =>
    writeEntries(list.map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })));
  return {
    ...member,
    trial_end_date: member.had_trial ? new Date(trialEnd(member.created_at)).toISOString() : null,
    mails_refused_at: member.refused_at,
    favorites: entries(member.favorites),
    watch_later: entries(member.watch_later),
    history: entries(member.history),
  };
}
