import { readdir, readFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { basename, join, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { fillPlaceholders, type Placeholder } from "@manabiya/contract/rules/page-placeholders.ts";
import { colourTokens } from "@manabiya/contract/site/colours.ts";
import type { SiteSettings } from "../config/config.ts";
import type { LiveSite } from "../config/live-site.ts";
import { siteFiles } from "../config/site-files.ts";
import { notFound } from "./app-error.ts";

interface Options {
  webRoot: string;
  site: PageSite;
  /** The object stays the same as long as the content does. */
  readPublic: () => Promise<PublicContent>;
}

/** The part of the catalogue that pages for visitors show. */
export interface PublicContent {
  /** Adds the content to a landing page. */
  fillLanding(html: string): string;
  /** Gives the application's document the head of a page that everybody may see, by the path of the page. */
  documents: ReadonlyMap<string, (application: string) => string>;
  /** The paths of these pages, for search engines. */
  listed: readonly string[];
}

/** A changed revision shows that the other fields changed. */
type PageSite = SiteSettings & Pick<LiveSite, "revision">;

/**
 * Serves the built browser application: assets, each pre-rendered page at its file's name, and `index.html` for every
 * other address, which the browser's router resolves.
 */
export const pagesPlugin = fp(async (app: FastifyInstance, { webRoot, site, readPublic }: Options) => {
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
  const policy = String(app.securityHeaders["content-security-policy"]);
  const template = (file: string) => readFile(join(webRoot, file), "utf8");
  const page = async (file: string) => {
    const send = followPage(await template(file), site, policy);
    await send.ready;
    return send.handler;
  };
  const landing = async (file: string) => {
    const html = await template(file);
    const follow = followContent(readPublic, { site, policy, fill: (content) => content.fillLanding(html) });
    await follow.refresh();
    return follow.handler;
  };
  const index = await template("index.html");
  const application = await page("index.html");
  /** By path. Only paths that were open to everybody at some time are added. */
  const documents = new Map<string, Handler>();
  const prerendered = (await readdir(webRoot)).filter((file) => file.endsWith(".html") && file !== "index.html");
  for (const file of prerendered) {
    const path = `/${basename(file, ".html")}`;
    app.get(path, LANDINGS.includes(path) ? withCampaign(path, await landing(file)) : await page(file));
  }
  for (const { path, type, content } of siteFiles) {
    app.get(path, async (_request, reply) => {
      const { listed } = await readPublic();
      return reply
        .header("cache-control", "public, max-age=3600")
        .type(`${type}; charset=utf-8`)
        .send(content(site, listed));
    });
  }
  app.get<{ Params: { "*": string } }>("/*", async (request, reply) => {
    // The router's own reading of the URL, in which nothing is escaped.
    const path = request.params["*"];
    if (/^(api|assets|health|media|sandbox)(\/|$)/.test(path)) throw notFound("ページ");
    if (isFileName(path)) throw notFound("ファイル");
    if (!VIDEO_PAGE.test(path) || !(await readPublic()).documents.has(path)) return application(request, reply);
    let document = documents.get(path);
    if (document === undefined) {
      const fill = (content: PublicContent) => content.documents.get(path)?.(index) ?? index;
      document = followContent(readPublic, { site, policy, fill }).handler;
      documents.set(path, document);
    }
    return document(request, reply);
  });
});

/** The pages whose document may differ: others need not read the content. */
const VIDEO_PAGE = /^(open|video)\/\d+$/;

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

/** Fills a page in, and again when the site's settings changed. */
function followPage(template: string, site: PageSite, policy: string) {
  let revision = site.revision;
  let ready = createPage(template, site, policy);
  const handler: Handler = async (request, reply) => {
    if (revision !== site.revision) {
      revision = site.revision;
      ready = createPage(template, site, policy);
    }
    return (await ready)(request, reply);
  };
  return { ready, handler };
}

interface Followed {
  site: PageSite;
  policy: string;
  fill: (content: PublicContent) => string;
}

/** Follows the catalogue's public content, too. Equal pages are compressed once. */
function followContent(readPublic: Options["readPublic"], { site, policy, fill }: Followed) {
  let shown: PublicContent | null = null;
  let html: string | null = null;
  let page: ReturnType<typeof followPage> | null = null;
  async function refresh(): Promise<Handler> {
    const content = await readPublic();
    if (page === null || content !== shown) {
      const filled = fill(content);
      if (page === null || filled !== html) page = followPage(filled, site, policy);
      [shown, html] = [content, filled];
    }
    await page.ready;
    return page.handler;
  }
  return { refresh, handler: (async (request, reply) => (await refresh())(request, reply)) as Handler };
}

/** Compresses a page once. */
async function createPage(template: string, site: SiteSettings, policy: string): Promise<Handler> {
  const tokens = Object.entries(site.colours === null ? {} : colourTokens(site.colours));
  const style = tokens.length === 0 ? "" : `:root{${tokens.map((token) => token.join(":")).join(";")}}`;
  const html = fillPlaceholders(template, valuesOf(site));
  const plain = Buffer.from(style === "" ? html : html.replace("</head>", `<style>${style}</style></head>`));
  const hash = createHash("sha256").update(style).digest("base64");
  const headers = {
    "cache-control": "no-cache",
    vary: "accept-encoding",
    ...(style !== "" && { "content-security-policy": policy.replace("style-src 'self'", `$& 'sha256-${hash}'`) }),
  };
  const encoded = new Map([
    ["br", await promisify(brotliCompress)(plain)],
    ["gzip", await promisify(gzip)(plain)],
  ]);
  return (request, reply) => {
    const accepted = request.headers["accept-encoding"] ?? "";
    const encoding = [...encoded.keys()].find((name) =>
      new RegExp(`\\b${name}\\b(?!;q=0(\\.0*)?(,|$))`).test(accepted),
    );
    if (encoding !== undefined) reply.header("content-encoding", encoding);
    return reply
      .headers(headers)
      .type("text/html; charset=utf-8")
      .send(encoding === undefined ? plain : encoded.get(encoding));
  };
}

function valuesOf(site: SiteSettings): Record<Placeholder, string> {
  return {
    PUBLIC_URL: site.publicUrl,
    SITE_NAME: site.name,
    FIRST_LANDING: site.firstLanding,
    SITE_TERMS_URL: site.termsUrl,
    SITE_PRIVACY_URL: site.privacyUrl,
    SITE_FAQ_URL: site.faqUrl,
    SITE_CONTACT_URL: site.contactUrl,
    SITE_COMMERCE_LAW_URL: site.commerceLawUrl,
  };
}
