import fastifyStatic from "@fastify/static";
import * as z from "zod/mini";
import { canWatch, canWatchVideo } from "@manabiya/contract/rules/can-watch.ts";
import { findFileVideo } from "../open-lessons/queries.ts";
import { currentUserReader } from "../../accounts/sessions/current-user.ts";
import type { CatalogueContext } from "../context.ts";
import { AppError, notFound } from "../../errors/app-error.ts";
import { type AddressQuery, EVERYBODY, isCurrent, type MediaAddress } from "../../files/storage/address.ts";
import { readStreamPlaylist } from "../films/stream.ts";
import { sendFile } from "../../files/storage/send-file.ts";

/** Of a film, or of one of its prepared files. */
const PLAYLIST_NAME = /^[\w-]+\.(webm|mp4)\.m3u8$/;
const FILE_NAME = /^[\w-]+\.(webm|mp4|webp|jpg|png|avif)$/;

/** Serves pictures, which are public and immutable, and videos in byte ranges and their playlists to signed URLs. */
export async function mediaRoutes({ app, db, storage, media, now }: CatalogueContext): Promise<void> {
  const findCurrentUser = currentUserReader(db);

  /**
   * @returns the address, if the URL is genuine and its session, or everybody, may still watch the film. Costs one statement, shared
   * by concurrent requests.
   * @throws 403
   */
  async function checkAddress(name: string, query: AddressQuery, file = name): Promise<MediaAddress> {
    const address = media.verify(name, query);
    if (address !== null && (await mayPlay(address, file))) return address;
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
      /** Not signed: a player without a choice of its own asks for one quality. */
      quality: z.optional(z.string()),
    }),
  };

  app.get("/media/thumbnails/:file", { schema: { params: schema.params } }, ({ params }, reply) =>
    sendFile(reply, storage, { kind: "thumbnails", name: params.file, isImmutable: true }),
  );

  app.get("/media/videos/:file", { schema }, async (request, reply) => {
    const { file } = request.params;
    // Browsers ask again before they use a stored copy, so that it ends with the session.
    reply.header("cache-control", "private, no-cache");
    await checkAddress(file, request.query);
    // nginx has the film's parts itself.
    if (request.method === "HEAD" && request.headers["x-may-play"] !== undefined) return reply.send();
    return sendFile(reply, storage, { kind: "videos", name: file, isImmutable: false });
  });

  const ofPlaylists = { ...schema, params: named(PLAYLIST_NAME) };
  app.get("/media/streams/:file", { schema: ofPlaylists }, async ({ params, query }, reply) => {
    reply.header("cache-control", "no-store");
    const file = params.file.slice(0, -".m3u8".length);
    const address = await checkAddress(params.file, query, file);
    const playlist = await readStreamPlaylist({ db, media }, { file, address, quality: query.quality });
    if (playlist === null) throw notFound("ファイル");
    return reply.type("application/vnd.apple.mpegurl").send(playlist);
  });

  app.get("/media/*", () => {
    throw notFound("ファイル");
  });
}
