import { MemberFilter, SILENT_DAYS, TRIAL_ENDING_DAYS } from "@manabiya/contract/staff/members.ts";
import { TRIAL_DAYS } from "@manabiya/contract/rules/can-watch.ts";
import { SHARED } from "@manabiya/contract/staff/members/shared-account.ts";
import { hasRight, type StaffRights } from "@manabiya/contract/rules/staff-rights.ts";
import type { Database } from "../../db/open.ts";
import { statement } from "../../db/statement.ts";
import { missingRight } from "../../errors/app-error.ts";
import { counted, splitCount } from "../../http/paging.ts";
import { MEMBER, memberColumns, type MemberRow } from "./queries.ts";
import { nfkc } from "@manabiya/contract/nfkc.ts";

const OPEN = "u.closed_at is null";
const GRANTED = "u.access_granted_until > $1::timestamptz";
const TRIAL = `${OPEN} and u.subscription_status = 'trial'`;
const before = (days: number) => `$1::timestamptz - interval '${days} days'`;

/**
 * A session is used at every visit, and its row stays for as long after it. The limit keeps PostgreSQL from reading all
 * sessions at once.
 */
const SILENT = `
  (select true from sessions s where s.user_id = u.id and s.last_used_at > ${before(SILENT_DAYS)} limit 1) is null`;

/** SQL over `users u`, with `$1`: now. Staff do not read what a colleague played as a member. */
const IS_SHARED = `
  not (u.is_staff or u.is_superuser)
  and u.id in (select h.user_id from shared_hours h where h.at > ${before(SHARED.days)})`;

/** `$1`: now. */
export const CONDITIONS: Record<MemberFilter, string> = {
  all: "true",
  active: status("active"),
  trial: TRIAL,
  trial_ending: `${TRIAL} and u.created_at > ${before(TRIAL_DAYS)} and u.created_at <= ${before(TRIAL_DAYS - TRIAL_ENDING_DAYS)}`,
  payment_failing: `${OPEN} and u.id in (select s.user_id from subscriptions s where s.payment_failed)`,
  silent: `${status("active")} and u.created_at <= ${before(SILENT_DAYS)} and ${SILENT}`,
  // As `canWatch` decides, for members who had something to end.
  ended: `
    ${OPEN} and u.suspended_at is null and not (u.is_staff or u.is_superuser) and (u.access_granted_until is null or not ${GRANTED})
    and (u.subscription_status = 'canceled'
         or u.subscription_status = 'trial' and u.created_at <= ${before(TRIAL_DAYS)}
         or u.subscription_status = 'active' and u.cancel_at_period_end and u.subscription_end_date <= $1::timestamptz
         or u.subscription_status = 'inactive' and u.access_granted_until is not null)`,
  inactive: status("inactive"),
  canceled: status("canceled"),
  granted: `${OPEN} and ${GRANTED}`,
  staff: `${OPEN} and (u.is_staff or u.is_superuser)`,
  undeliverable: `
    ${OPEN} and exists (
      select from mail_preferences p
       where p.user_id = u.id and p.undeliverable_email is not null and p.undeliverable_email = u.email)`,
  shared: `${OPEN} and ${IS_SHARED}`,
  suspended: `${OPEN} and u.suspended_at is not null`,
  closed: "u.closed_at is not null",
};

function status(name: "active" | "inactive" | "canceled"): string {
  return `${OPEN} and u.subscription_status = '${name}'`;
}

const MATCHES = "(u.username ilike $2 or u.email ilike $2)";
/** Without a search the pattern is still a value of the statement. */
const ALL = "$2::text is not null";

/** One statement for each filter, with and without a search, because an index serves only a fixed condition. */
function statementsOf(filter: MemberFilter, isSearch: boolean) {
  const name = `${filter}${isSearch ? "-search" : ""}`;
  const where = `${CONDITIONS[filter]} and ${isSearch ? MATCHES : ALL}`;
  return {
    /** Values: now, pattern, limit, offset. */
    page: statement(`admin-members.list-${name}`, counted(memberColumns))`
      with total as (select count(*) as count from users u where ($1::timestamptz is not null) and ${where}),
      page as (
        select ${MEMBER} from users u where ${where} order by u.created_at desc, u.id desc limit $3 offset $4)
      select total.count, page.* from total left join page on true order by page.created_at desc, page.id desc`,
    /** Values: now, pattern, the last member's instant and id, limit. */
    after: statement(`admin-members.after-${name}`, memberColumns)`
      select ${MEMBER} from users u
       where ${where} and (u.created_at, u.id) < ($3::timestamptz, $4::int)
       order by u.created_at desc, u.id desc limit $5`,
  };
}

const byFilter = new Map(
  MemberFilter.options.map((filter) => [
    filter,
    { all: statementsOf(filter, false), search: statementsOf(filter, true) },
  ]),
);

export interface Listed {
  q: string;
  status: MemberFilter;
}

function statementsFor({ q, status: filter }: Listed) {
  const found = byFilter.get(filter);
  if (!found) throw new Error(`no statements for the filter ${filter}`);
  return q === "" ? found.all : found.search;
}

/** @throws 403 for a filter that tells of payments */
export function requireListRight(reader: StaffRights, filter: MemberFilter): void {
  if (filter === "payment_failing" && !hasRight(reader, "staff.money")) throw missingRight("staff.money");
}

/** Newest first. `at`: now, ISO 8601. */
export async function listMembers(
  db: Database,
  listed: Listed,
  { at, limit, offset }: { at: string; limit: number; offset: number },
): Promise<{ count: number; rows: MemberRow[] }> {
  return splitCount(await statementsFor(listed).page(db, [at, containing(listed.q), limit, offset]));
}

/** All members of a list in parts, newest first. `at`: now, ISO 8601. */
export async function* eachMember(db: Database, listed: Listed, at: string, size: number): AsyncGenerator<MemberRow[]> {
  let last: { created_at: string; id: number } = { created_at: "infinity", id: 0 };
  for (;;) {
    const rows = await statementsFor(listed).after(db, [at, containing(listed.q), last.created_at, last.id, size]);
    if (rows.length > 0) yield rows;
    const next = rows.at(-1);
    if (!next || rows.length < size) return;
    last = next;
  }
}

/**
 * A pattern of LIKE for texts that contain `words`, in the form of NFKC. LIKE's special characters stand for
 * themselves.
 */
function containing(words: string): string {
  return `%${nfkc(words).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
