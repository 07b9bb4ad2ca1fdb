import type { VideoBody } from "@manabiya/contract/staff/videos.ts";
import type { output } from "zod/mini";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import type { Database } from "../../db/open.ts";
import type { StaffContext } from "../context.ts";
import { chosenThumbnail } from "../../files/thumbnails/store.ts";
import { checkLength } from "../chapters/in-film.ts";
import { editRecord, rejectDuplicate, writeFields } from "../edit-record.ts";
import { publicationTime } from "./publication-time.ts";
import { DUPLICATE_ID, resolveHostId } from "./host-id.ts";
import { knownIds } from "./known-ids.ts";
import { presentAdminVideo } from "./present.ts";
import { type AdminVideoRow, findAdminVideo, lockAdminVideo } from "./queries.ts";

type VideoFields = Partial<
  Omit<AdminVideoRow, "id" | "created_at" | "view_count" | "revision" | "chapter_count" | "playback">
>;

interface VideoEdit {
  /** Our own number or the id at the video's host. */
  id: string;
  currentUser: CurrentUser;
  action: `video.${string}`;
  revision?: number | undefined;
  /** Whether the video may be in the trash. */
  inTrash?: boolean;
  /** Locks rows of other tables. The same order in every transaction prevents deadlocks. */
  lockOthers?: (tx: Database) => Promise<void>;
  desired: (current: AdminVideoRow, tx: Database) => VideoFields | Promise<VideoFields>;
}

/** @throws 404; 409 with the present video; validation error on `video_id` */
export function editVideo(
  context: StaffContext,
  { id, currentUser, action, revision, inTrash = false, lockOthers, desired }: VideoEdit,
): Promise<{ before: AdminVideoRow; after: AdminVideoRow }> {
  return editRecord<AdminVideoRow, VideoFields>(context, {
    label: "動画",
    lock: async (tx) => {
      await lockOthers?.(tx);
      return [await lockAdminVideo(tx, { id, currentUser, now: context.now(), inTrash })];
    },
    present: async (video) => presentAdminVideo(video, await context.catalogue.current(), context.now()),
    findVideos: (_, video) => [video.id],
    audit: { by: currentUser.id, action },
    revision,
    desired,
    write: async (tx, video, fields) => {
      const rows = [{ id: video.id, fields }];
      await writeFields(tx, "video", rows).catch(rejectDuplicate({ video_id: [DUPLICATE_ID] }));
      return [await findAdminVideo(tx, { id: String(video.id), currentUser, now: context.now(), inTrash: true })];
    },
    logged: ({ before, after }) => ({ before: truncateTexts(before), after: truncateTexts(after) }),
  });
}

/** Fields that the body omits stay unchanged. */
export function updateVideo(
  context: StaffContext,
  { id, currentUser, body }: { id: string; currentUser: CurrentUser; body: output<typeof VideoBody> },
) {
  const { title, video_id, host, published_at, duration, thumbnail, takes_questions, revision } = body;
  const ids: Pick<VideoFields, "category_ids" | "tag_ids"> = {};
  return editVideo(context, {
    id,
    currentUser,
    revision,
    action: "video.update",
    lockOthers: async (tx) => {
      if (body.categories) ids.category_ids = await knownIds(tx, "categories", body.categories);
      if (body.tags) ids.tag_ids = await knownIds(tx, "tags", body.tags);
    },
    desired: async (current, tx) => {
      if (duration !== undefined && duration !== current.duration) await checkLength(tx, current.id, duration);
      const hosted = await resolveHostId(context.storage, { video_id, host: host ?? current.host, current });
      return {
        ...hosted,
        ...ids,
        title,
        ...(published_at !== undefined && {
          published_at: publicationTime(published_at, current.published_at, context.now()),
        }),
        ...(duration !== undefined && { duration }),
        ...(takes_questions !== undefined && { takes_questions }),
        ...(thumbnail !== undefined && {
          thumbnail: await chosenThumbnail(context.storage, thumbnail, {
            current: current.thumbnail,
            youtube_id: hosted.host === "youtube" ? hosted.video_id : null,
          }),
        }),
      };
    },
  });
}

const LOGGED_TEXT_MAX = 200;
/** The first half of a surrogate pair, which PostgreSQL's jsonb rejects. */
const HALF_CHARACTER = /[\ud800-\udbff]$/;

/** The audit log names the change. It does not archive long texts. */
export function truncateTexts(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" && value.length > LOGGED_TEXT_MAX
        ? `${value.slice(0, LOGGED_TEXT_MAX).replace(HALF_CHARACTER, "")}…`
        : value,
    ]),
  );
}
