import { contract } from "@manabiya/contract";
import { formatTimeCode } from "@manabiya/contract/rules/time-code.ts";
import type { VideoDetail } from "@manabiya/contract/catalogue/videos.ts";
import type { AppContext } from "../../http/app-context.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import type { Snapshot } from "../cache/catalog-cache.ts";
import { notFound } from "../../http/app-error.ts";
import { keepCards } from "../cache/cards.ts";
import { countView, type DetailRow, findVideo, savePosition } from "./queries.ts";
import { referenceValues } from "./reference.ts";
import { listRelated } from "./related.ts";
import { categoriesOf } from "./rows.ts";
import { presentVideos } from "../cache/shared-list.ts";

export function videoRoutes(parts: AppContext): void {
  const { app, db, catalogue, media, now } = parts;
  app.route({
    ...contract.videos.get,
    handler: async ({ params, currentUser }) => {
      const snapshot = await catalogue.current();
      const shared = await readShared(snapshot, params.id, currentUser);
      return present(snapshot, shared, currentUser);
    },
  });

  app.route({
    ...contract.videos.progress,
    handler: async ({ params, body, currentUser }) => {
      const at = now();
      const values = [
        ...referenceValues(params.id, currentUser, at),
        new Date(at).toISOString(),
        currentUser.id,
      ];
      const { position, duration } = body ?? {};
      const [row] =
        position === undefined || duration === undefined
          ? await countView(db, values)
          : await savePosition(db, [...values, Math.floor(position), Math.ceil(duration)]);
      if (!row) throw notFound("動画");
      return row;
    },
  });

  /** What all members see the same, read once per version of the catalogue. */
  function readShared(snapshot: Snapshot, id: string, currentUser: CurrentUser) {
    const read = async () => {
      const at = new Date(now()).toISOString();
      const [video] = await findVideo(snapshot.reads, [...referenceValues(id, currentUser, now()), at]);
      if (!video) throw notFound("動画");
      const { description: _, chapters: __, ...card } = video;
      keepCards(snapshot, [card]);
      return { video, related: await listRelated(snapshot, video, at) };
    };
    return snapshot.share(`video ${id}`, read);
  }

  async function present(
    snapshot: Snapshot,
    { video, related }: { video: DetailRow; related: number[] },
    currentUser: CurrentUser,
  ): Promise<VideoDetail> {
    const ids = [video.id, ...related];
    const [card, ...related_videos] = await presentVideos(parts, snapshot, { ids, currentUser });
    if (!card) throw notFound("動画");
    return {
      ...card,
      host: video.host,
      source_url: video.host === "file" ? media.sign(video.video_id, now()) : null,
      description: video.description,
      detail: { description: video.description },
      categories: categoriesOf(video, snapshot).map((category) => ({
        ...category,
        children: [...snapshot.categories.values()].filter(({ parent }) => parent === category.id),
      })),
      chapters: video.chapters.map((chapter) => ({
        ...chapter,
        time_formatted: formatTimeCode(chapter.time_seconds),
      })),
      related_videos,
    };
  }
}
