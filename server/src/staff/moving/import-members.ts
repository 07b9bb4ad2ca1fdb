import { randomBytes } from "node:crypto";
import { mailboxOf } from "../../mail/mailbox.ts";
import { hashPassword } from "../../accounts/passwords/password.ts";
import { recordChange } from "../../audit/record.ts";
import type { Database } from "../../db/open.ts";
import { batchesOf } from "../../csv/batches.ts";
import type { CsvRow } from "../../csv/read.ts";
import type { RowErrors } from "../../csv/row-errors.ts";
import * as queries from "./import-queries.ts";
import type { ListEntry } from "./list-entries.ts";
import { type MemberDraft, readMemberRow } from "./member-rows.ts";

/**
 * Rows that are committed together: a process that ends loses less than a second's work, and long histories make no
 * transaction that takes longer than its time.
 */
const BATCH = { rows: 1_000, characters: 2_000_000 };

export interface ImportCounts {
  /** In a dry run those that would be created. */
  created: number;
  /** Rows whose address has an account: nothing of it changes, so that a repeated file continues where it ended. */
  existing: number;
}

export interface Import {
  db: Database;
  /** Milliseconds since 1970. */
  now: () => number;
  rows: Iterable<CsvRow> | AsyncIterable<CsvRow>;
  /** Receives the wrong rows. */
  errors: RowErrors;
  isDryRun: boolean;
  /** Null: the command line. */
  by: number | null;
  reason: string;
  /** Called after each batch. @returns false to stop there */
  onBatch: (counts: ImportCounts) => boolean;
}

/**
 * Creates the members of valid rows, in batches of one transaction each with an entry in the audit log. It sends no mail,
 * changes no existing account and gives no rights of staff.
 */
export async function importMembers(given: Import): Promise<ImportCounts> {
  const counts = { created: 0, existing: 0 };
  const known: Known = { emails: new Map(), customers: new Map() };
  const unusableHash = await hashPassword(randomBytes(32).toString("base64url"));
  for await (const rows of batchesOf(given.rows, BATCH)) {
    const drafts = await readBatch(given, rows, known);
    counts.existing += drafts.existing;
    counts.created += given.isDryRun ? drafts.valid.length : await commit(given, drafts, unusableHash);
    if (!given.onBatch(counts)) break;
  }
  return counts;
}

/** The first row of each address and customer in the file. */
interface Known {
  emails: Map<string, number>;
  customers: Map<string, number>;
}

interface Batch {
  valid: MemberDraft[];
  existing: number;
  /** By id at the host. */
  videos: Map<string, number>;
}

async function readBatch({ db, now, errors }: Import, rows: CsvRow[], known: Known): Promise<Batch> {
  const drafts: [CsvRow, MemberDraft][] = [];
  for (const row of rows) {
    const draft = readMemberRow(row, now());
    if (Array.isArray(draft)) errors.add(row, ...draft);
    else drafts.push([row, draft]);
  }
  const all = drafts.map(([, draft]) => draft);
  const [emails, customers, videos] = await Promise.all([
    queries.findEmails(db, [all.map(({ email }) => email)]),
    queries.findCustomers(db, [all.map(({ customer_id }) => customer_id)]),
    queries.findVideos(db, [[...new Set(all.flatMap(entriesOf).map(({ video_id }) => video_id))]]),
  ]);
  const taken = new Set(emails.map(({ email }) => email));
  const linked = new Set(customers.map(({ customer_id }) => customer_id));
  const batch: Batch = { valid: [], existing: 0, videos: new Map(videos.map(({ id, video_id }) => [video_id, id])) };
  for (const [row, draft] of drafts) {
    const { email, customer_id } = draft;
    const first = { email: known.emails.get(email), customer: known.customers.get(customer_id ?? "") };
    const wrong = [];
    if (first.email !== undefined) wrong.push(`email：${first.email}行目と同じメールアドレスです。`);
    else if (taken.has(email)) {
      known.emails.set(email, row.number);
      batch.existing++;
      continue;
    }
    if (first.customer !== undefined) wrong.push(`customer_id：${first.customer}行目と同じ顧客番号です。`);
    else if (linked.has(customer_id ?? "")) wrong.push("customer_id：ほかの会員の顧客番号です。");
    wrong.push(...unknownVideos(draft, batch.videos));
    if (wrong.length > 0) errors.add(row, ...wrong);
    else {
      known.emails.set(email, row.number);
      if (customer_id !== null) known.customers.set(customer_id, row.number);
      batch.valid.push(draft);
    }
  }
  return batch;
}

const LISTS = ["favorites", "watch_later", "history"] as const;

const entriesOf = (draft: MemberDraft): ListEntry[] => LISTS.flatMap((list) => draft[list]);

function unknownVideos(draft: MemberDraft, videos: Batch["videos"]): string[] {
  return LISTS.flatMap((list) => {
    const unknown = draft[list].filter(({ video_id }) => !videos.has(video_id)).map(({ video_id }) => video_id);
    if (unknown.length === 0) return [];
    const named = unknown
      .slice(0, 3)
      .map((id) => `「${id}」`)
      .join("");
    return [
      `${list}：登録されていない動画IDがあります：${named}${unknown.length > 3 ? `など${unknown.length}件` : ""}`,
    ];
  });
}

/** @returns the number of created members */
async function commit(given: Import, { valid, videos }: Batch, unusableHash: string): Promise<number> {
  if (valid.length === 0) return 0;
  const at = new Date(given.now()).toISOString();
  return given.db.transaction(async (tx) => {
    await tx.allowTime(queries.BATCH_TIMEOUT);
    const inserted = await queries.insertMembers(tx, [JSON.stringify(valid), unusableHash]);
    const ids = new Map(inserted.map(({ id, email }) => [email, id]));
    // Another transaction may have created an address meanwhile.
    const created = valid.flatMap((draft) => {
      const user_id = ids.get(draft.email);
      return user_id === undefined ? [] : [{ ...draft, user_id, is_paying: draft.subscription_status === "active" }];
    });
    const hadTrial = created.filter(({ had_trial }) => had_trial);
    const trials = hadTrial.map(({ email, ...draft }) => ({ ...draft, mailbox: mailboxOf(email) }));
    await queries.insertTrials(tx, [JSON.stringify(trials), at, trials.map(({ user_id }) => user_id)]);
    await queries.insertBelongings(tx, [JSON.stringify(created), at]);
    const lists = LISTS.map((list) =>
      created.flatMap(({ user_id, [list]: entries }) =>
        entries.map((entry) => ({ ...entry, user_id, video_id: videos.get(entry.video_id) })),
      ),
    );
    await queries.insertLists(
      tx,
      lists.map((entries) => JSON.stringify(entries)),
    );
    await queries.skipMails(tx, [at, [...ids.values()]]);
    const { by, reason } = given;
    const after = { created: created.length };
    await recordChange(tx, { by, action: "member_list.import", id: 0, reason, after }, given.now());
    return created.length;
  });
}
