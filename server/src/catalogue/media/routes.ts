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
/** In the folder of a film: its prepared files, and playlists. */
const PIECE_NAME = /^[\w-]+(\.(webm|mp4|jpg))?(\.m3u8)?$/;
/** Characters of "EXP.SESSION.SIG", at most. */
const PASS_MAX = 120;

/** Serves pictures, which are public and immutable, and videos in byte ranges and their playlists to signed URLs. */
export async function mediaRoutes({ app, db, catalogue, storage, media, now }: CatalogueContext): Promise<void> {
  const findCurrentUser = currentUserReader(db);

  /**
   * A URL must be genuine, and its session, or everybody, may still watch the film. Costs one statement, shared by concurrent
   * requests.
   * @throws 403
   */
  async function checkAddress(address: MediaAddress | null, film: string): Promise<void> {
    if (address !== null && (await mayPlay(address, film))) return;
    throw new AppError(403, "address_expired", "動画の有効期限が切れました。ページを再読み込みしてください。");
  }

  async function mayPlay(address: MediaAddress, file: string): Promise<boolean> {
    if (address.sessionId === EVERYBODY) {
      const [video] = await findFileVideo(db, [file, new Date(now()).toISOString()]);
      return video !== undefined && canWatchVideo(null, video, now()) && isCurrent(address, null, now());
    }
    const user = await findCurrentUser(address.sessionId);
    return user !== null && canWatch(user, now()) && isCurrent(address, user.plays_until, now());
  }

  const source = storage.source("videos");
  if ("folder" in source) await app.register(fastifyStatic, { root: source.folder, serve: false });
  const named = (pattern: RegExp) => z.object({ file: z.string().check(z.regex(pattern)) });
  const schema = {
    params: named(FILE_NAME),
    querystring: z.object({
      exp: z.optional(z.string()),
      session: z.optional(z.string()),
      sig: z.optional(z.string()),
    }),
  };

  app.get("/media/thumbnails/:file", { schema: { params: schema.params } }, ({ params }, reply) =>
    sendFile(reply, storage, { kind: "thumbnails", name: params.file, isImmutable: true }),
  );

  app.get("/media/videos/:file", { schema }, async (request, reply) => {
    const { file } = request.params;
    // Browsers ask again before they use a stored copy, so that it ends with the session.
    reply.header("cache-control", "private, no-cache");
    await checkAddress(media.verify(file, request.query), file);
    // nginx has the film's parts itself.
    if (request.method === "HEAD" && request.headers["x-may-play"] !== undefined) return reply.send();
    return sendFile(reply, storage, { kind: "videos", name: file, isImmutable: false });
  });

  const ofFilm = { pass: z.string().check(z.maxLength(PASS_MAX)), film: schema.params.shape.file };
  const checkFolder = ({ pass, film }: { pass: string; film: string }) =>
    checkAddress(media.verifyFolder(film, pass), film);

  // nginx asks it for what it stores.
  app.get("/media/films/:pass/:film/", { schema: { params: z.object(ofFilm) } }, async ({ params }, reply) => {
    await checkFolder(params);
    return reply.header("cache-control", "no-store").status(204).send();
  });

  const piece = z.string().check(z.regex(PIECE_NAME));
  const ofPiece = { params: z.object({ ...ofFilm, piece }) };
  app.get("/media/films/:pass/:film/:piece", { schema: ofPiece }, async ({ params }, reply) => {
    const { film, piece: name } = params;
    reply.header("cache-control", "private, no-cache");
    await checkFolder(params);
    const cache = await catalogue.current();
    if (!name.endsWith(".m3u8")) {
      if (!(await isFileOfFilm(cache, film, name))) throw notFound("ファイル");
      return sendFile(reply, storage, { kind: "videos", name, isImmutable: false });
    }
    const playlist = await readStreamPlaylist({ db, media }, cache, { film, name });
    if (playlist === null) throw notFound("ファイル");
    // For nginx alone, which asks each time who may have it.
    reply.headers({ "cache-control": "no-store", "x-accel-expires": playlist.lasts });
    return reply.type("application/vnd.apple.mpegurl").send(playlist.text);
  });

  app.get("/media/*", () => {
    throw notFound("ファイル");
  });
}
