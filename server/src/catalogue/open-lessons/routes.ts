import { contract } from "@manabiya/contract";
import { canWatchVideo } from "@manabiya/contract/rules/can-watch.ts";
import { formatTimeCode } from "@manabiya/contract/rules/time-code.ts";
import { EVERYBODY } from "../../files/storage/address.ts";
import type { CatalogueContext } from "../context.ts";
import { notFound } from "../../errors/app-error.ts";
import { clientNetworkOf } from "../../limits/client-network.ts";
import { countHit } from "../../limits/rate-limiter.ts";
import { titleBreaks } from "../phrase-breaks.ts";
import { thumbnailAddress } from "../videos/rows.ts";
import { filmAddresses } from "../films/stream.ts";
import { listSpokenLines } from "../captions/queries.ts";
import { type OpenLessonRow, readOpenLessons } from "./queries.ts";

/** Videos that everybody may watch. Visitors' visits count no view (decisions/030). */
export function openLessonRoutes({ app, db, catalogue, media, now }: CatalogueContext): void {
  const read = async (ip: string) => {
    await countHit(db, "openLesson", { network: clientNetworkOf(ip) }, now());
    return readOpenLessons(await catalogue.current(), now());
  };

  app.answer(contract.openLessons.list, async ({ ip }) => (await read(ip)).map(presentCard));

  const find = async (ip: string, number: string) => {
    const lesson = (await read(ip)).find(({ id }) => String(id) === number);
    if (!lesson || !canWatchVideo(null, lesson, now())) throw notFound("動画");
    return lesson;
  };

  app.answer(contract.transcripts.ofOpenLesson, async ({ ip, params }) => ({
    lines: await listSpokenLines(db, [(await find(ip, params.id)).id]),
  }));

  app.answer(contract.openLessons.get, async ({ ip, params }) => {
    const lesson = await find(ip, params.id);
    const { host, host_hash, description, created_at, chapters, has_captions } = lesson;
    return {
      ...presentCard(lesson),
      ...{ host, host_hash, description, created_at, has_captions },
      ...(await filmAddresses(await catalogue.current(), lesson, { media, sessionId: EVERYBODY, now: now() })),
      chapters: chapters.map((chapter) => ({ ...chapter, time_formatted: formatTimeCode(chapter.time_seconds) })),
    };
  });
}

function presentCard({ id, video_id, title, thumbnail, duration }: OpenLessonRow) {
  return { id, video_id, title, title_breaks: titleBreaks(title), thumbnail: thumbnailAddress(thumbnail), duration };
}
