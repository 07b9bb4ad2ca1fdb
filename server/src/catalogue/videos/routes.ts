import { contract } from "@manabiya/contract";
import { formatTimeCode } from "@manabiya/contract/rules/time-code.ts";
import { type VideoDetail, RELATED_COUNT } from "@manabiya/contract/catalogue/videos.ts";
import type { FastifyRequest } from "fastify";
import type { CatalogueContext } from "../context.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import { PLAYING_LIFETIME } from "../../files/storage/address.ts";
import type { CatalogCache } from "../cache/catalog-cache.ts";
import { notFound, only } from "../../errors/app-error.ts";
import type { Sendable } from "../../http/answer-writer.ts";
import {
  countView,
  type DetailRow,
  findVideo,
  findVideoId,
  prolongAddresses,
  savePosition,
  savePositionNearEnd,
} from "./queries.ts";
import { filmAddresses } from "../films/stream.ts";
import { referenceValues } from "./reference.ts";
import { categoriesOf } from "./card.ts";
import { playsHere } from "@manabiya/contract/catalogue/plays-here.ts";
import { isStaff } from "@manabiya/contract/rules/can-watch.ts";
import { neighbourhoodOf } from "../../limits/client-network.ts";
import { reportPlayer } from "../watching/players.ts";
import { watchedParts } from "../../events/watched-parts.ts";
import { isNearEnd } from "../watching/finished.ts";
import { readMemberCards } from "../cache/catalog-list.ts";
import { byNewest, newestOf, newestOfAll, type NewestVideo } from "./newest.ts";

export function videoRoutes(deps: CatalogueContext): void {
  const { app, db, catalogue, media, activity, site, now } = deps;
  app.answer(contract.videos.get, async ({ params, currentUser }) => {
    const cache = await catalogue.current();
    const detail = await readDetail(cache, params.id, currentUser);
    return present(cache, detail, currentUser);
  });

  app.answer(contract.videos.card, async ({ params, currentUser }) => {
    const cache = await catalogue.current();
    const at = now();
    const values = [...referenceValues(params.id, currentUser, at), new Date(at).toISOString()];
    const video = only(await findVideoId(cache.reads, values), "動画");
    const cards = await readMemberCards(deps, cache, { ids: [video.id], currentUser });
    const card = cards.fields(video.id);
    if (!card) throw notFound("動画");
    return card;
  });

  app.answer(contract.videos.progress, async (request) => {
    const { params, body, currentUser } = request;
    const at = now();
    const values = [...referenceValues(params.id, currentUser, at), new Date(at).toISOString(), currentUser.id];
    const { position, duration } = body ?? {};
    const [row] =
      position === undefined || duration === undefined
        ? await countView(db, values)
        : await savePlayed(
            currentUser.id,
            values,
            { position: Math.floor(position), duration: Math.ceil(duration) },
            at,
          );
    if (!row) throw notFound("動画");
    if (row.host === "file") await prolong(currentUser, at);
    const mustPause = body?.player !== undefined && (await report(body.player, body.is_playing ?? true, request, at));
    return { view_count: row.view_count, ...(mustPause && { plays_elsewhere: true as const }) };
  });

  /** Staff look at videos in many tabs. A failure pauses nobody. @returns whether other devices take the player's place */
  async function report(player: string, isPlaying: boolean, request: FastifyRequest, at: number): Promise<boolean> {
    const { id, session_id } = request.currentUser;
    if (isStaff(request.currentUser)) return false;
    const seen = [session_id, neighbourhoodOf(request.ip), new Date(at).toISOString()];
    try {
      const [row] = await reportPlayer(db, [id, player, ...seen, isPlaying, site.playersAtOnce]);
      return row?.must_pause ?? false;
    } catch (err) {
      request.log.warn({ err }, "a player's report was not stored");
      return false;
    }
  }

  async function savePlayed(
    userId: number,
    values: unknown[],
    played: { position: number; duration: number },
    at: number,
  ) {
    const save = isNearEnd(played) ? savePositionNearEnd : savePosition;
    const [row] = await save(db, [...values, played.position, played.duration]);
    if (!row) return [];
    const watched = watchedParts({ position: row.position, at: row.watched_at }, played, at);
    if (watched !== null) activity.watch(at, userId, row.id, watched);
    return [row];
  }

  /** Written every few minutes only, although players report every ten seconds. */
  async function prolong({ session_id, plays_until }: CurrentUser, at: number): Promise<void> {
    if (plays_until !== null && Date.parse(plays_until) > at + PLAYING_LIFETIME / 2) return;
    await prolongAddresses(db, [session_id, new Date(at + PLAYING_LIFETIME).toISOString()]);
  }

  function readDetail(cache: CatalogCache, id: string, currentUser: CurrentUser) {
    const read = async () => {
      const at = new Date(now()).toISOString();
      const video = only(await findVideo(cache.reads, [...referenceValues(id, currentUser, now()), at]), "動画");
      const { host_hash: _, description: __, chapters: ___, has_captions: ____, ...rest } = video;
      const { takes_questions: _____, question_seconds: ______, ...card } = rest;
      cache.primeCards([card]);
      return { video, related: await listRelated(cache, video, at) };
    };
    return cache.memoize(`video ${id}`, read);
  }

  async function present(
    cache: CatalogCache,
    { video, related }: { video: DetailRow; related: number[] },
    currentUser: CurrentUser,
  ): Promise<Sendable<VideoDetail>> {
    const ids = [video.id, ...related];
    const cards = await readMemberCards(deps, cache, { ids, currentUser });
    const card = cards.fields(video.id);
    if (!card) throw notFound("動画");
    const takesQuestions = video.takes_questions && site.takesQuestions;
    return {
      ...card,
      host: video.host,
      host_hash: video.host_hash,
      ...(await filmAddresses(cache, video, { media, sessionId: currentUser.session_id, now: now() })),
      ...(site.marksFilms && playsHere(video.host) && { mark: currentUser.id }),
      description: video.description,
      detail: { description: video.description },
      categories: categoriesOf(video, cache).map((category) => ({
        ...category,
        children: [...cache.categories.values()].filter(({ parent }) => parent === category.id),
      })),
      chapters: video.chapters.map((chapter) => ({ ...chapter, time_formatted: formatTimeCode(chapter.time_seconds) })),
      has_captions: video.has_captions,
      takes_questions: takesQuestions,
      question_seconds: takesQuestions ? video.question_seconds : [],
      related_videos: cards.list(related),
    };
  }
}

/** Ids: most common tags first, then a common category, then the newest. `at`: ISO 8601. */
async function listRelated(
  cache: CatalogCache,
  video: Pick<NewestVideo, "id" | "category_ids" | "tag_ids">,
  at: string,
): Promise<number[]> {
  const lists = await Promise.all([
    ...video.tag_ids.map((id) => newestOf(cache, "tag", id, at)),
    ...video.category_ids.map((id) => newestOf(cache, "category", id, at)),
    newestOfAll(cache, at),
  ]);
  const candidates = new Map(lists.flat().map((other) => [other.id, other]));
  candidates.delete(video.id);
  const common = (these: number[], others: number[]) => others.filter((id) => these.includes(id)).length;
  return [...candidates.values()]
    .map((other) => ({
      other,
      tags: common(video.tag_ids, other.tag_ids),
      category: Math.min(1, common(video.category_ids, other.category_ids)),
    }))
    .sort((a, b) => b.tags - a.tags || b.category - a.category || byNewest(a.other, b.other))
    .slice(0, RELATED_COUNT)
    .map(({ other }) => other.id);
}
