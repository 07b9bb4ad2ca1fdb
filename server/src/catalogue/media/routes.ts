import fastifyStatic from "@fastify/static";
import * as z from "zod/mini";
import { canWatch, canWatchVideo } from "@manabiya/contract/rules/can-watch.ts";
import { findFileVideo } from "../open-lessons/queries.ts";
import { currentUserReader } from "../../accounts/sessions/current-user.ts";
import type { CatalogueContext } from "../context.ts";
import { AppError, notFound } from "../../errors/app-error.ts";
import { type AddressQuery, EVERYBODY, isCurrent } from "../../files/storage/address.ts";
import { sendFile } from "../../files/storage/send-file.ts";

const FILE_NAME = /^[\w-]+\.(webm|mp4|webp|jpg|png|avif)$/;

/** Serves pictures, which are public and immutable, and videos in byte ranges to signed URLs. */
export async function mediaRoutes({ app, db, storage, media, now }: CatalogueContext): Promise<void> {
  const findCurrentUser = currentUserReader(db);

  /** Whether the URL is genuine and its session, or everybody, may still watch. Costs one statement, shared by concurrent requests. */
  async function mayPlay(file: string, query: AddressQuery): Promise<boolean> {
    const address = media.verify(file, query);
    if (address === null) return false;
    if (address.sessionId === EVERYBODY) {
      const [video] = await findFileVideo(db, [file, new Date(now()).toISOString()]);
      return video !== undefined && canWatchVideo(null, video, now()) && isCurrent(address, null, now());
    }
    const user = await findCurrentUser(address.sessionId);
    return user !== null && canWatch(user, now()) && isCurrent(address, user.plays_until, now());
  }

  const source = storage.source("videos");
  if ("folder" in source) await app.register(fastifyStatic, { root: source.folder, serve: false });
  const schema = {
    params: z.object({ file: z.string().check(z.regex(FILE_NAME)) }),
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
    if (!(await mayPlay(file, request.query))) {
      throw new AppError(403, "address_expired", "動画の有効期限が切れました。ページを再読み込みしてください。");
    }
    return sendFile(reply, storage, { kind: "videos", name: file, isImmutable: false });
  });

  app.get("/media/*", () => {
    throw notFound("ファイル");
  });
}
