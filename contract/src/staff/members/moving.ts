import * as z from "zod/mini";
import { call } from "../../route.ts";
import { ConfirmedQuery } from "../chapters.ts";
import { ReasonBody } from "../members.ts";
import { CSV_MAX_BYTES, uploadedFile } from "../upload.ts";

/** Members that the screen exports: as many as it imports. The command has no limit. */
export const EXPORT_MAX = 5_000;

/** The columns of a file of members. The command's export also has password_hash. */
export const MEMBER_COLUMNS = [
  "email",
  "username",
  "created_at",
  "email_verified_at",
  "subscription_status",
  "subscription_plan",
  "subscription_end_date",
  "cancel_at_period_end",
  "trial_end_date",
  "access_granted_until",
  "customer_id",
  "suspended_at",
  "mails_refused_at",
  "password_hash",
  "favorites",
  "watch_later",
  "history",
] as const;
export type MemberColumn = (typeof MEMBER_COLUMNS)[number];

export const MemberImportAnswer = z.object({
  message: z.string(),
  /** Sentences such as "3行目：email：…", at most 100. */
  errors: z.array(z.string()),
  /** Created members; in a dry run those that would be. */
  created_count: z.int(),
  /** Rows whose address has an account already. They change nothing. */
  existing_count: z.int(),
  error_count: z.int(),
  /** A CSV of only the invalid rows with the reason in the last column. Null if there are none. */
  bad_rows: z.nullable(z.string()),
});
export type MemberImportAnswer = z.infer<typeof MemberImportAnswer>;

export const adminMoving = {
  /** 409 `confirmation_required` before many members. Commits in batches. The same file again creates nobody twice. No mail is sent. */
  importMembers: call("Import members from a CSV file", {
    querystring: ConfirmedQuery,
    body: z.extend(ReasonBody, { csv_file: uploadedFile("CSVファイルを選択してください。") }),
    response: { 200: MemberImportAnswer },
    errors: [409],
    upload: { fileSize: CSV_MAX_BYTES },
  }),
  /** Without password hashes. 400 `too_many` for more members than `EXPORT_MAX`. `csv`: with the byte order mark. */
  exportMembers: call("Export the members in the form of the import", {
    body: ReasonBody,
    response: { 200: z.object({ csv: z.string(), count: z.int() }) },
    errors: [429],
  }),
};
