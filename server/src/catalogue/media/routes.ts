import fastifyStatic from "@fastify/static";
import * as z from "zod/mini";
import { canWatch, canWatchVideo } from "@manabiya/contract/rules/can-watch.ts";
import { findFileVideo } from "../open-lessons/queries.ts";
import { currentUserReader } from "../../accounts/sessions/current-user.ts";
import type { CatalogueContext } from "../context.ts";
import { AppError, notFound } from "../../errors/app-error.ts";
import { EVERYBODY, isCurrent, type MediaAddress } from "../../files/storage/address.ts";
import { isFileOfFilm, readStreamPlaylist } from "../films/stream.ts";
import { sendFile } from "../../files/storage/send-file.ts";

const FILE_NAME = /^[\w-]+\.(webm|mp4|webp|jpg|png|avif)$/;
/** In the folder of a film: itself, its prepared files, and playlists. */
const PIECE_NAME = /^[\w-]+(\.(webm|mp4|jpg))?(\.m3u8)?$/;
/** Characters of "EXP.SESSION.SIG", at most. */
const PASS_MAX = 120;

/** Serves pictures, which are public and immutable, and films in byte ranges and their playlists to signed addresses. */
export async function mediaRoutes({ app, db, catalogue, storage, media, now }: CatalogueContext): Promise<void> {
  const findCurrentUser = currentUserReader(db);

  /**
   * An address must be genuine, and its session, or everybody, may still watch the film. Costs one statement, shared by
   * concurrent requests.
   * @throws 403
   */
  async function checkAddress({ pass, film }: { pass: string; film: string }): Promise<void> {
    const address = media.verify(film, pass);
    if (address !== null && (await mayPlay(address, film))) return;
    throw new AppError(403, "address_expired", "再生用URLの期限が切れました。ページを再読み込みしてください。");
  }

  async function mayPlay(address: MediaAddress, film: string): Promise<boolean> {
    if (address.sessionId === EVERYBODY) {
      const [video] = await findFileVideo(db, [film, new Date(now()).toISOString()]);
      return video !== undefined && canWatchVideo(null, video, now()) && isCurrent(address, null, now());
    }
    const user = await findCurrentUser(address.sessionId);
    return user !== null && canWatch(user, now()) && isCurrent(address, user.plays_until, now());
  }

  const source = storage.source("videos");
  if ("folder" in source) await app.register(fastifyStatic, { root: source.folder, serve: false });
  const named = (pattern: RegExp) => z.string().check(z.regex(pattern));
  const ofFilm = z.object({ pass: z.string().check(z.maxLength(PASS_MAX)), film: named(FILE_NAME) });
  const params = z.object({ file: named(FILE_NAME) });

  app.get("/media/thumbnails/:file", { schema: { params } }, ({ params: { file } }, reply) =>
    sendFile(reply, storage, { kind: "thumbnails", name: file, isImmutable: true }),
  );

  // nginx asks it for what it stores.
  app.get("/media/films/:pass/:film/", { schema: { params: ofFilm } }, async (request, reply) => {
    await checkAddress(request.params);
    return reply.header("cache-control", "no-store").status(204).send();
  });

  const ofPiece = { params: z.extend(ofFilm, { piece: named(PIECE_NAME) }) };
  app.get("/media/films/:pass/:film/:piece", { schema: ofPiece }, async (request, reply) => {
    const { film, piece: name } = request.params;
    // Browsers ask again before they use a stored copy, so that it ends with the session.
    reply.header("cache-control", "private, no-cache");
    await checkAddress(request.params);
    if (!name.endsWith(".m3u8")) {
      const isOfFilm = name === film || (await isFileOfFilm(await catalogue.current(), film, name));
      if (!isOfFilm) throw notFound("ファイル");
      return sendFile(reply, storage, { kind: "videos", name, isImmutable: false });
    }
    const playlist = await readStreamPlaylist({ db, media }, await catalogue.current(), { film, name });
    if (playlist === null) throw notFound("ファイル");
    // For nginx alone, which asks each time who may have it.
    reply.headers({ "cache-control": "no-store", "x-accel-expires": playlist.lasts });
    return reply.type("application/vnd.apple.mpegurl").send(playlist.text);
  });

  app.get("/media/*", () => {
    throw notFound("ファイル");
  });
}
