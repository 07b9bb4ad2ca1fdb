import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyBaseLogger } from "fastify";
import type { Env } from "../config/config.ts";

const WEB_ROOT = fileURLToPath(new URL("../../../web/dist", import.meta.url));

/** Folder of the built browser application; null: not built. In development Vite serves it. */
export function findWebRoot(
  { demo, site }: Pick<Env, "demo" | "site">,
  logger: Pick<FastifyBaseLogger, "warn">,
  folder: string = WEB_ROOT,
): string | null {
  if (existsSync(join(folder, "index.html"))) return folder;
  if (!demo && site.webOrigins.length === 0)
    logger.warn("The browser application is not built: visitors find no pages. Run npm run build, then start again");
  return null;
}
