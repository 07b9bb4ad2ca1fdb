import { contract } from "@manabiya/contract";
import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import { parseHostVideo } from "@manabiya/contract/rules/host-video.ts";
import { playsHere } from "@manabiya/contract/catalogue/plays-here.ts";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import { findCheckedVideo, recordCheck } from "../../catalogue/playback/queries.ts";
import { filmAddresses } from "../../catalogue/films/stream.ts";
import { paginate } from "../../http/paging.ts";
import type { StaffContext } from "../context.ts";
import { presentAdminVideo } from "./present.ts";
import { countEffects, findAdminVideo, listAdminVideos, listPlaylistsOf, readAdminVideoPage } from "./queries.ts";

/** A video in the trash is found, too. @throws 404 */
export async function readVideo(
  { db, catalogue, now }: Pick<StaffContext, "db" | "catalogue" | "now">,
  id: string,
  currentUser: CurrentUser,
): Promise<AdminVideo> {
  const video = await findAdminVideo(db, { id, currentUser, now: now(), inTrash: true });
  return presentAdminVideo(video, await catalogue.current(), now());
}

/** The calls that show videos to staff, and the check whether one plays. */
export function adminVideoReadRoutes(context: StaffContext): void {
  const { app, db, catalogue, media, askPlayback, askDetails, now } = context;
  const calls = contract.adminVideos;

  app.answer(calls.list, async () => {
    const snapshot = await catalogue.current();
    return (await listAdminVideos(db, [])).map((video) => presentAdminVideo(video, snapshot, now()));
  });

  app.answer(calls.page, async ({ url, query }) => {
    const { page, ...choice } = query;
    const snapshot = await catalogue.current();
    const at = new Date(now()).toISOString();
    const offset = (page - 1) * PAGE_SIZE;
    const { count, rows } = await readAdminVideoPage(db, { ...choice, limit: PAGE_SIZE, offset, at });
    const results = rows.map((video) => presentAdminVideo(video, snapshot, now()));
    return paginate(url, { page, size: PAGE_SIZE, count, results });
  });

  app.answer(calls.get, async ({ params, currentUser }) => readVideo(context, params.id, currentUser));

  app.answer(calls.check, async ({ params, currentUser }) => {
    const { id } = await findAdminVideo(db, { id: params.id, currentUser, now: now() });
    const [video] = await findCheckedVideo(db, [id]);
    const answer = video ? await askPlayback(video) : null;
    const isAnswered = typeof answer === "string";
    if (video && isAnswered) await recordCheck(db, { video, state: answer, isClear: true, now: now() });
    return { is_answered: isAnswered, video: await readVideo(context, String(id), currentUser) };
  });

  app.answer(calls.lookUp, async ({ query }) => {
    const video = parseHostVideo(query.address);
    const host = video?.host ?? "file";
    if (video === null || playsHere(host)) return { title: null, duration: null };
    return askDetails({ ...video, host });
  });

  app.answer(calls.effects, async ({ params, currentUser }) => {
    const { id } = await findAdminVideo(db, { id: params.id, currentUser, now: now() });
    const [effects] = await countEffects(db, [id]);
    return effects ?? { chapters: 0, playlists: 0, favorites: 0, watch_later: 0, history: 0 };
  });

  app.answer(calls.source, async ({ params, currentUser }) => {
    const video = await findAdminVideo(db, { id: params.id, currentUser, now: now() });
    const sessionId = currentUser.session_id;
    return filmAddresses(await catalogue.current(), video, { media, sessionId, now: now() });
  });

  app.answer(calls.playlists, async ({ params, currentUser }) => {
    const { id } = await findAdminVideo(db, { id: params.id, currentUser, now: now() });
    return listPlaylistsOf(db, [id]);
  });
}
