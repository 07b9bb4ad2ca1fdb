import type { NewVideoBody } from "@manabiya/contract/staff/videos.ts";
import type { output } from "zod/mini";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import type { StaffContext } from "../context.ts";
import { validationError } from "../../errors/app-error.ts";
import { checkInFilm } from "../chapters/in-film.ts";
import { insertChapters } from "../chapters/queries.ts";
import { createRecord } from "../edit-record.ts";
import { publicationTime } from "./publication-time.ts";
import { truncateTexts } from "./edit-video.ts";
import { DUPLICATE_ID, resolveHostId } from "./host-id.ts";
import { insertVideos } from "./import-queries.ts";
import { knownIds } from "./known-ids.ts";

interface Creation {
  body: output<typeof NewVideoBody>;
  currentUser: CurrentUser;
  /** Name of the picture in storage. */
  thumbnail: string | null;
}

/** Creates a video with its chapters. @throws validation error */
export async function createVideo(
  context: StaffContext,
  { body, currentUser, thumbnail }: Creation,
): Promise<{ id: number }> {
  const { title, description = "", video_id, host = "youtube", duration = null, chapters = [] } = body;
  checkInFilm(chapters, duration);
  const hostId = await resolveHostId(context.storage, { video_id, host });
  const published_at = publicationTime(
    body.published_at === undefined ? "now" : body.published_at,
    null,
    context.now(),
  );
  return createRecord(context, {
    audit: { by: currentUser.id, action: "video.create" },
    insert: async (tx) => {
      const row = {
        ...hostId,
        title,
        description,
        thumbnail,
        duration,
        category_ids: await knownIds(tx, "categories", body.categories ?? []),
        tag_ids: await knownIds(tx, "tags", body.tags ?? []),
        created_at: new Date(context.now()).toISOString(),
        published_at,
      };
      const [created] = await insertVideos(tx, [row]);
      if (!created) throw validationError({ video_id: [DUPLICATE_ID] });
      await insertChapters(tx, created.id, chapters);
      return [{ id: created.id, row, chapters: chapters.length }];
    },
    logged: ({ row, chapters }) => truncateTexts({ ...row, chapters }),
    findVideos: (_, { id }) => [id],
  });
}
