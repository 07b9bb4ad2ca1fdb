import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type LandingContent, picturesIn } from "@manabiya/contract/site/landing/content.ts";
import type { FastifyInstance } from "fastify";
import type { LiveSite } from "../live-site.ts";
import { PICTURE_TYPES, type SitePicture } from "./stored-pictures.ts";
import { readPictures } from "../queries.ts";
import type { SiteContext } from "../context.ts";
import { notFound } from "../../errors/app-error.ts";

/**
 * Serves the site's pictures from memory: those that the operator uploaded, over the product's own. `?standard` asks for
 * the product's own. Browsers ask before each use whether the picture changed.
 */
export async function serveSitePictures(
  app: FastifyInstance,
  webRoot: string,
  site: Pick<LiveSite, "pictures">,
): Promise<void> {
  const files = await readdir(webRoot);
  for (const [path, type] of Object.entries(PICTURE_TYPES)) {
    const own = files.includes(path.slice(1)) ? ownPicture(await readFile(join(webRoot, path))) : undefined;
    app.get<{ Querystring: Record<string, unknown> }>(path, ({ query, headers }, reply) => {
      const picture = (Object.hasOwn(query, "standard") ? undefined : site.pictures.get(path)) ?? own;
      if (!picture) throw notFound("ファイル");
      const tag = `"${picture.version}"`;
      reply.header("cache-control", "no-cache").header("etag", tag);
      if (headers["if-none-match"]?.includes(tag)) return reply.status(304).send();
      return reply.type(isJpeg(picture.content) ? "image/jpeg" : type).send(picture.content);
    });
  }
}

const ownPicture = (content: Buffer): SitePicture => ({
  version: createHash("sha256").update(content).digest("hex").slice(0, 32),
  content,
});

const isJpeg = (content: Buffer) => content[0] === 0xff;

/**
 * Serves the pictures of published landing pages. An id derives from the content, so browsers keep a picture for good, and
 * each process reads it once.
 */
export function landingPictureRoutes({ app, db, site }: SiteContext): void {
  const known = new Map<string, Buffer>();
  app.get<{ Params: { id: string } }>("/pictures/:id.webp", async ({ params: { id } }, reply) => {
    const published = [site.documents["landing-a"], site.documents["landing-b"]].flatMap((stored) =>
      stored ? picturesIn(stored.content as LandingContent) : [],
    );
    if (!published.includes(id)) throw notFound("ファイル");
    const content = known.get(id) ?? (await readPictures(db, [[id]]))[0]?.content;
    if (content === undefined) throw notFound("ファイル");
    for (const other of known.keys()) if (!published.includes(other)) known.delete(other);
    known.set(id, content);
    return reply.header("cache-control", "public, max-age=31536000, immutable").type("image/webp").send(content);
  });
}
