import type { UndoAnswer, UndoPreview } from "@manabiya/contract/staff/audit.ts";
import { recordChange, recordChanges } from "../../audit/record.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import { changeCatalogue } from "../../catalogue/change.ts";
import { command, type Database, int, json, nullable, statement, text } from "../../db/statement.ts";
import { AppError, notFound } from "../../errors/app-error.ts";
import type { LoggedValues } from "../../audit/record.ts";
import { markThumbnailReplaced } from "../../files/thumbnails/store.ts";
import type { StaffContext } from "../context.ts";
import { truncateTexts } from "../videos/edit-video.ts";
import { lockNames, refuseTakenName } from "../videos/names.ts";
import { type Chosen, compare, decided, previewOf, type Remembered, shown, stateOf } from "./compare.ts";
import { kindOf } from "./kind-statements.ts";
import { changesOf, snapshot, type Snapshots } from "./remember.ts";

/** Milliseconds for one statement about thousands of records. */
const UNDO_TIMEOUT = 60_000;

/** Whole operations, with the parts of each. Values: id of the entry. */
const listRemembered = statement("undo.remembered", {
  subject: text,
  id: int,
  before: nullable(json<LoggedValues>()),
  after: nullable(json<LoggedValues>()),
})`
  select a.subject, a.subject_id as id, u.before, u.after
    from audit_log a join undo_values u on u.audit_id = a.id
   where a.id = $1 or a.part_of = $1 order by a.id`;

/** Values: ids. */
const lockVideos = command("undo.lock-videos")`
  select from videos where id = any ($1::int[]) order by id for no key update`;

/** All changes of an entry are of one kind. @throws 404 */
async function read(db: Database, entry: number) {
  const changes = await listRemembered(db, [entry]);
  const [first] = changes;
  const kind = first && kindOf(first.subject);
  if (!first || !kind) throw notFound("元に戻せる操作");
  return { changes, kind, subject: first.subject, ids: changes.map(({ id }) => id) };
}

export async function previewUndo({ db }: Pick<StaffContext, "db">, entry: number): Promise<UndoPreview> {
  const { changes, subject, ids } = await read(db, entry);
  const now = await snapshot(db, subject, ids);
  return previewOf(compare(changes, now), now);
}

/** A name or an id at the host is taken, or the video of a chapter is gone. */
const isViolation = (error: unknown) =>
  error instanceof Error && "code" in error && (error.code === "23505" || error.code === "23503");
const BLOCKED =
  "同じ名前や動画IDのものがすでにあるか、元の動画が削除されているため、元に戻せません。確認してから、もう一度お試しください。";

interface Undo {
  entry: number;
  currentUser: CurrentUser;
  /** From the preview. */
  state: string;
  /** Keys of fields in conflict; the others stay as they are. */
  overwrite: string[];
}

/**
 * Takes a change, or an upload as a whole, back in one transaction. It is a change in the log, and can be taken back too.
 * @throws 404; 409 `conflict` when somebody has changed a record since the preview; 400 when a name is taken
 */
export async function takeBack(context: StaffContext, undo: Undo): Promise<UndoAnswer> {
  const { before, after, count } = await changeCatalogue(context, (tx) => write(tx, undo, context.now())).catch(
    (error: unknown) => {
      throw isViolation(error) ? new AppError(409, "conflict", BLOCKED) : error;
    },
  );
  // A file that a video no longer shows stays as long as the trash, in case this is taken back.
  for (const [id, { host, video_id, thumbnail }] of before) {
    const now = after.get(id);
    if (host === "file" && typeof video_id === "string" && video_id !== now?.["video_id"]) {
      await context.storage.touch("videos", video_id);
    }
    if (typeof thumbnail === "string" && thumbnail !== now?.["thumbnail"]) {
      await markThumbnailReplaced(context.storage, thumbnail);
    }
  }
  return { message: `${count.toLocaleString("ja")}件を元に戻しました。`, count };
}

async function write(tx: Database, { entry, currentUser, state, overwrite }: Undo, now: number) {
  await tx.allowTime(UNDO_TIMEOUT);
  const all = await read(tx, entry);
  const { changes, kind, subject, ids } = all;
  await lock(tx, all);
  const before = await snapshot(tx, subject, ids);
  const steps = compare(changes, before);
  if (stateOf(steps, before) !== state) {
    throw new AppError(409, "conflict", "ほかのスタッフが先に変更しました。もう一度内容を確認してください。");
  }
  const keys = new Set(overwrite);
  const chosen = steps.flatMap((step) => decided(step, keys) ?? []);
  if (chosen.length === 0) return { result: { before, after: before, count: 0 } };

  const owners = ownersOf(kind.owner, changes);
  const find = async () => (owners.length > 0 ? owners : ((await kind.find?.(tx, [ids]))?.[0]?.ids ?? []));
  const found = await find();
  await refuseTakenNames(tx, subject, chosen, before);
  const removed = chosen.filter(({ deed }) => deed === "delete").map(({ id }) => id);
  const saved = chosen.filter(({ deed }) => deed !== "delete");
  for (const remove of kind.remove) if (removed.length > 0) await remove(tx, [removed]);
  for (const [deed, run] of [
    ["restore", kind.insert],
    ["change", kind.update],
  ] as const) {
    const rows = saved.filter((each) => each.deed === deed);
    if (rows.length > 0) await run(tx, [JSON.stringify(rows)]);
  }
  for (const [part, statements] of kind.related) {
    const rows = saved.flatMap(({ id, fields }) =>
      part in fields ? { id, rows: raised(fields[part], before.get(id)?.[part]) } : [],
    );
    for (const run of statements) if (rows.length > 0) await run(tx, [JSON.stringify(rows)]);
  }

  const after = await snapshot(tx, subject, ids);
  const done = changesOf(subject, before, after);
  const by = currentUser.id;
  const isMany = changes.length > 1;
  const action = `${subject}.undo` as const;
  const partOf = isMany ? await recordChange(tx, { by, action: `${subject}_list.undo`, id: 0 }, now) : undefined;
  const entries = [...done].flatMap(([id, values]) => {
    if (values === undefined) return [];
    const [was, is] = [values.before, values.after].map((each) => (each === null ? undefined : logged(each)));
    return { by, action, id, partOf, undo: values, ...(was && { before: was }), ...(is && { after: is }) };
  });
  await recordChanges(tx, entries, now);
  return { result: { before, after, count: entries.length }, videoIds: [...new Set([...found, ...(await find())])] };
}

/** The log names a change. `undo_values` has the whole. */
function logged(values: LoggedValues): LoggedValues {
  const { revision: _revision, ...content } = values;
  return truncateTexts(Object.fromEntries(Object.entries(content).map(([name, value]) => [name, shown(value)])));
}

const idsIn = (rows: unknown) =>
  Array.isArray(rows) ? rows.flatMap((row: { video_id?: number }) => row.video_id ?? []) : [];

/** In the order of other changes. A change of chapters locks their video. */
async function lock(tx: Database, { kind, changes, ids }: Awaited<ReturnType<typeof read>>): Promise<void> {
  await lockNames(tx, []);
  for (const run of kind.locks) await run(tx, [ids]);
  const carriers = kind.isCarried
    ? changes.flatMap(({ before, after }) => [before, after].flatMap((each) => idsIn(each?.["videos"])))
    : [];
  const videos = [...ownersOf(kind.owner, changes), ...carriers];
  if (videos.length > 0) await lockVideos(tx, [videos]);
}

/** The videos to which the records belong. */
function ownersOf(owner: string | undefined, changes: Remembered[]): number[] {
  if (owner === undefined) return [];
  return changes.flatMap(({ before, after }) =>
    [before, after].flatMap((each) => {
      const id = each?.[owner];
      return typeof id === "number" ? id : [];
    }),
  );
}

/** @throws 400 about the name of a category or a tag */
async function refuseTakenNames(tx: Database, subject: string, chosen: Chosen[], current: Snapshots): Promise<void> {
  const kind = { category: "categories", tag: "tags" } as const;
  if (subject !== "category" && subject !== "tag") return;
  for (const { id, deed, fields } of chosen) {
    const { name, parent } = { ...current.get(id), ...fields } as { name: string; parent?: number | null };
    if (deed !== "delete")
      await refuseTakenName(tx, kind[subject], { id, name, ...(parent !== undefined && { parent }) });
  }
}

/** The revision that a form knows must not return with other content. */
function raised(rows: unknown, current: unknown): unknown {
  type Row = { id?: number; revision?: number };
  const list = rows as Row[];
  if (typeof list[0] !== "object" || list[0].revision === undefined) return rows;
  const revisions = new Map(
    (Array.isArray(current) ? (current as Row[]) : []).map(({ id, revision }) => [id, revision]),
  );
  return list.map((row) => ({ ...row, revision: Math.max(row.revision ?? 0, revisions.get(row.id) ?? 0) + 1 }));
}
