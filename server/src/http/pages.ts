import { readdir, readFile } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { fillPlaceholders, type Placeholder } from "@manabiya/contract/rules/page-placeholders.ts";
import type { SiteSettings } from "../config/config.ts";
import { siteFiles } from "../config/site-files.ts";
import { notFound } from "./app-error.ts";

interface Options {
  webRoot: string;
  site: SiteSettings;
}

/**
 * Serves the built browser application: assets, each pre-rendered page at its file's name, and `index.html` for every
 * other address, which the browser's router resolves.
 */
export const pagesPlugin = fp(async (app: FastifyInstance, { webRoot, site }: Options) => {
  await app.register(fastifyStatic, {
    root: webRoot,
    decorateReply: false,
    preCompressed: true,
    index: false,
    wildcard: false,
    globIgnore: ["*.html", "**/*.br", "**/*.gz", ".vite/**"],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes(`${sep}assets${sep}`);
      reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "public, max-age=3600");
    },
  });
  const values = valuesOf(site);
  const page = async (file: string) =>
    createPage(fillPlaceholders(await readFile(join(webRoot, file), "utf8"), values));
  const application = await page("index.html");
  const prerendered = (await readdir(webRoot)).filter((file) => file.endsWith(".html") && file !== "index.html");
  for (const file of prerendered) {
    const path = `/${basename(file, ".html")}`;
    app.get(path, LANDINGS.includes(path) ? withCampaign(path, await page(file)) : await page(file));
  }
  for (const { path, type, content } of siteFiles(site)) {
    app.get(path, (_request, reply) =>
      reply.header("cache-control", "public, max-age=3600").type(`${type}; charset=utf-8`).send(content),
    );
  }
  app.get<{ Params: { "*": string } }>("/*", (request, reply) => {
    // The router's own reading of the URL, in which nothing is escaped.
    const path = request.params["*"];
    if (/^(api|assets|health|media|sandbox)(\/|$)/.test(path)) throw notFound("ページ");
    if (isFileName(path)) throw notFound("ファイル");
    return application(request, reply);
  });
});

/** Pages without script. */
const LANDINGS: readonly string[] = ["/landing", "/freelanding"];

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Puts the site that a visitor comes from into the address, since the page has no script. The sign-up page reads it there
 * (web/src/accounts/login/visit-source.ts).
 */
function withCampaign(path: string, page: Handler): Handler {
  return (request, reply) => {
    const from = request.headers.referer ?? "";
    if (Object.keys(request.query ?? {}).length > 0 || !URL.canParse(from)) return page(request, reply);
    const { host, hostname, searchParams } = new URL(from);
    const source = host === request.host ? searchParams.get("utm_source") : hostname;
    if (!source) return page(request, reply);
    return reply
      .header("cache-control", "no-store")
      .redirect(`${path}?utm_source=${encodeURIComponent(source.toWellFormed())}`);
  };
}

/** A file that does not exist is no page of the application. Ids of videos may contain a dot. */
function isFileName(path: string): boolean {
  return /\.[a-z0-9]+$/i.test(path) && !path.startsWith("video/");
}

/** Compresses a page once, at start. */
async function createPage(html: string) {
  const plain = Buffer.from(html);
  const encoded = new Map([
    ["br", await promisify(brotliCompress)(plain)],
    ["gzip", await promisify(gzip)(plain)],
  ]);
  return (request: FastifyRequest, reply: FastifyReply) => {
    const accepted = request.headers["accept-encoding"] ?? "";
    const encoding = [...encoded.keys()].find((name) =>
      new RegExp(`\\b${name}\\b(?!;q=0(\\.0*)?(,|$))`).test(accepted),
    );
    if (encoding !== undefined) reply.header("content-encoding", encoding);
    return reply
      .headers({ "cache-control": "no-cache", vary: "accept-encoding" })
      .type("text/html; charset=utf-8")
      .send(encoding === undefined ? plain : encoded.get(encoding));
  };
}

function valuesOf(site: SiteSettings): Record<Placeholder, string> {
  return {
    PUBLIC_URL: site.publicUrl,
    SITE_NAME: site.name,
    SITE_TERMS_URL: site.termsUrl,
    SITE_PRIVACY_URL: site.privacyUrl,
    SITE_FAQ_URL: site.faqUrl,
    SITE_CONTACT_URL: site.contactUrl,
    SITE_COMMERCE_LAW_URL: site.commerceLawUrl,
  };
}
