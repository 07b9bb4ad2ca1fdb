import type { Listed } from "./list.ts";
import type { StaffRights } from "@manabiya/contract/rules/staff-rights.ts";
import { PLAN_LABELS, STATUS_LABELS } from "@manabiya/contract/staff/members.ts";
import { eachMember } from "./list.ts";
import type { Database } from "../../db/open.ts";
import { formatJapanMinute, writeCsv } from "../../csv/write.ts";
import type { MemberRow } from "./queries.ts";
import { present } from "./read-member.ts";

/** Members that one statement reads: between two of them the process answers other requests. */
const PART = 1_000;

const HEADER = [
  "会員番号",
  "ユーザー名",
  "メールアドレス",
  "メールアドレスの確認日時",
  "状態",
  "プラン",
  "視聴の可否",
  "視聴の理由",
  "登録日時",
];

/** Writes every member of a list. `now`: milliseconds since 1970. */
export async function writeMembers(
  db: Database,
  listed: Listed,
  reader: StaffRights,
  now: number,
): Promise<{ csv: string; count: number }> {
  let csv = writeCsv([HEADER]);
  let count = 0;
  for await (const rows of eachMember(db, listed, new Date(now).toISOString(), PART)) {
    // Only the first part starts with the mark of UTF-8.
    csv += writeCsv(rows.map((row) => cellsOf(row, reader, now))).slice(1);
    count += rows.length;
  }
  return { csv, count };
}

function cellsOf(row: MemberRow, reader: StaffRights, now: number): string[] {
  const { id, username, email, email_verified_at, subscription_status, subscription_plan, created_at, closed_at } = row;
  const { can_watch, viewing } = present(row, reader, now);
  return [
    String(id),
    username,
    email,
    email_verified_at === null ? "" : formatJapanMinute(email_verified_at),
    closed_at === null ? STATUS_LABELS[subscription_status] : "退会済み",
    PLAN_LABELS[subscription_plan],
    can_watch ? "可" : "不可",
    viewing,
    formatJapanMinute(created_at),
  ];
}
