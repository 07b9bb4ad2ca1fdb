import { isDeepStrictEqual } from "node:util";
import type { NewVideoBody, VideoBody } from "@manabiya/contract/staff/videos.ts";
import { eq, sql } from "drizzle-orm";
import type { output } from "zod/mini";
import type { AppContext } from "../../http/app-context.ts";
import { recordChange } from "../../audit/record.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import { changeCatalogue } from "../../catalogue/change.ts";
import type { Database } from "../../db/open.ts";
import { chapters, videos } from "../../db/schema.ts";
import { conflict, validationError } from "../../http/app-error.ts";
import { isUniqueViolation } from "../../db/unique-violation.ts";
import { alreadyRegistered, resolveHostId } from "./host-id.ts";
import { knownIds } from "./known-ids.ts";
import { presentAdminVideo } from "./present.ts";
import { type AdminVideoRow, lockAdminVideo } from "./queries.ts";

/** Creates a video, with its chapters when they are given. @returns its id */
export async function createVideo(
  parts: AppContext,
  {
    body,
    currentUser,
    thumbnail,
  }: { body: output<typeof NewVideoBody>; currentUser: CurrentUser; thumbnail: string | null },
): Promise<number> {
  const { video_id, host = "youtube" } = body;
  const hostId = await resolveHostId(parts.storage, { video_id, host });
  const at = new Date(parts.now()).toISOString();
  const published_at = publicationOf(body.published_at === undefined ? "now" : body.published_at, null, at);
  return changeCatalogue(parts, async (tx) => {
    const row = {
      ...hostId,
      title: body.title,
      description: body.description ?? "",
      thumbnail,
      duration: body.duration ?? null,
      category_ids: await knownIds(tx, "categories", body.categories ?? []),
      tag_ids: await knownIds(tx, "tags", body.tags ?? []),
      created_at: at,
      published_at,
    };
    const [created] = await tx.orm
      .insert(videos)
      .values(row)
      .onConflictDoNothing({ target: videos.video_id })
      .returning({ id: videos.id });
    if (!created) return alreadyRegistered();
    const drafts = (body.chapters ?? []).map((chapter) => ({ ...chapter, video_id: created.id }));
    if (drafts.length > 0) await tx.orm.insert(chapters).values(drafts);
    const after = logged({ ...row, chapters: drafts.length });
    await recordChange(
      tx,
      { by: currentUser.id, action: "video.create", id: created.id, after },
      parts.now(),
    );
    return { result: created.id, videoIds: [created.id] };
  });
}

type Values = Partial<Omit<typeof videos.$inferInsert, "id" | "revision">>;

interface Target {
  id: string;
  currentUser: CurrentUser;
  /** What is done, for the log. */
  action: `video.${string}`;
  /** As the caller saw it; undefined: whatever it is. */
  revision?: number | undefined;
  inTrash?: boolean;
}

/**
 * Changes one video, unless somebody else did since `revision`. A change to what it is already is none, so that one
 * that is sent again, because its answer was lost, meets no conflict with itself.
 * @param prepare looks at other rows, which have to be locked before the video is
 * @param values what to write, given the row as it is
 * @returns the row as it was
 * @throws AppError 404; 409 with the video as it is now
 */
export async function changeVideo<T>(
  parts: AppContext,
  { revision, action, ...target }: Target,
  prepare: (tx: Database) => Promise<T>,
  values: (before: AdminVideoRow, prepared: T) => Values | Promise<Values>,
): Promise<AdminVideoRow> {
  try {
    return await changeCatalogue(parts, async (tx) => {
      const prepared = await prepare(tx);
      const before = await lockAdminVideo(tx, { ...target, now: parts.now() });
      const changed = await values(before, prepared);
      const was = Object.fromEntries(
        Object.keys(changed).map((name) => [name, before[name as keyof AdminVideoRow]]),
      );
      if (isDeepStrictEqual(was, changed)) return { result: before, videoIds: [] };
      if (revision !== undefined && revision !== before.revision) {
        throw conflict(presentAdminVideo(before, await parts.catalogue.current(), parts.now()));
      }
      await tx.orm
        .update(videos)
        .set({ ...changed, revision: sql`${videos.revision} + 1` })
        .where(eq(videos.id, before.id));
      const change = {
        by: target.currentUser.id,
        action,
        id: before.id,
        before: logged(was),
        after: logged(changed),
      };
      await recordChange(tx, change, parts.now());
      return { result: before, videoIds: [before.id] };
    });
  } catch (error) {
    if (isUniqueViolation(error)) return alreadyRegistered();
    throw error;
  }
}

/** Whoever has no other rows to look at. */
export const nothingToPrepare = async (): Promise<void> => undefined;

/** Saves what the table's row says of a video; what the body leaves out stays. */
export function updateVideo(
  parts: AppContext,
  { id, currentUser, body }: { id: string; currentUser: CurrentUser; body: output<typeof VideoBody> },
): Promise<AdminVideoRow> {
  const { title, video_id, published_at, duration, revision } = body;
  return changeVideo(
    parts,
    { id, currentUser, revision, action: "video.update" },
    async (tx) => ({
      ...(body.categories && { category_ids: await knownIds(tx, "categories", body.categories) }),
      ...(body.tags && { tag_ids: await knownIds(tx, "tags", body.tags) }),
    }),
    async (before, ids) => ({
      ...(await resolveHostId(parts.storage, { video_id, host: body.host ?? before.host })),
      ...ids,
      title,
      ...(published_at !== undefined && {
        published_at: publicationOf(published_at, before.published_at, new Date(parts.now()).toISOString()),
      }),
      ...(duration !== undefined && { duration }),
    }),
  );
}

/**
 * When a video comes out, by our clock and not by the caller's; what is out already keeps its time.
 * @param before when it came out until now; null for a draft or a new video
 * @param now ISO 8601
 * @throws AppError 400 about `published_at`
 */
function publicationOf(given: string | null, before: string | null, now: string): string | null {
  if (given === null) return null;
  const isOver = (instant: string) => Date.parse(instant) <= Date.parse(now);
  if (given === "now") return before !== null && isOver(before) ? before : now;
  const wanted = new Date(given).toISOString();
  if (isOver(wanted) && wanted !== before) {
    throw validationError({ published_at: ["公開日時には、これからの日時を入力してください。"] });
  }
  return wanted;
}

const LOGGED_TEXT_MAX = 200;

/** Long texts are cut: the log says what was done, it is no archive. */
function logged(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" && value.length > LOGGED_TEXT_MAX
        ? `${value.slice(0, LOGGED_TEXT_MAX)}…`
        : value,
    ]),
  );
}
