import { readdir, readFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { basename, join, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { fillPlaceholders, type Placeholder } from "@manabiya/contract/rules/page-placeholders.ts";
import { type PlanPrices, priceTexts, taxText } from "@manabiya/contract/rules/prices.ts";
import { colourTokens } from "@manabiya/contract/site/colours.ts";
import { listAt, pricesAt } from "./price-lists.ts";
import type { SiteSettings } from "../config/config.ts";
import { versionsInForce } from "./legal/live-legal.ts";
import type { LiveSite } from "./live-site.ts";
import { PICTURE_TYPES, versioned } from "./pictures/stored-pictures.ts";
import { siteFiles } from "./site-files.ts";
import { serveSitePictures } from "./pictures/serve.ts";
import { notFound } from "../errors/app-error.ts";
import { createPublisher, PUBLISHED_PATHS, type ReadShowcase } from "./published-pages.ts";

interface Options {
  webRoot: string;
  site: PageSite;
  readShowcase: ReadShowcase;
  readPublic: () => Promise<PublicContent>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The part of the catalogue that pages for visitors show. */
export interface PublicContent {
  /** Grows with every change. */
  version: number;
  /** Gives the application's document the head of a page that everybody may see, by the path of the page. */
  documents: ReadonlyMap<string, (application: string) => string>;
  /** The paths of these pages, for search engines. */
  listed: readonly string[];
  /** Players load films from these machines, too, as a security policy names them. */
  sources: readonly string[];
}

/** A changed count shows that the other fields changed. Prices change with the time, too. */
type PageSite = SiteSettings & Pick<LiveSite, "changes" | "defaults" | "documents" | "legal" | "pictures" | "prices">;

/**
 * Serves the built browser application: assets, each pre-rendered page at its file's name, and `index.html` for every
 * other address, which the browser's router resolves.
 */
export const pagesPlugin = fp(
  async (app: FastifyInstance, { webRoot, site, readShowcase, readPublic, now }: Options) => {
    await app.register(fastifyStatic, {
      root: webRoot,
      decorateReply: false,
      preCompressed: true,
      index: false,
      wildcard: false,
      globIgnore: [...NOT_SERVED, ...Object.keys(PICTURE_TYPES).map((path) => path.slice(1))],
      cacheControl: false,
      setHeaders: (reply, path) => void reply.header("cache-control", lifetimeOf(path)),
    });
    await serveSitePictures(app, webRoot, site);
    const publisher = createPublisher({ webRoot, site, readShowcase, log: app.log });
    const follow = (followed: Followed) => followPage(followed, { site, now });
    const page = async (path: string, file: string | null) => {
      const built = file === null ? null : await readFile(join(webRoot, file), "utf8");
      const send = follow({ template: () => publisher.publish(path, built), keyOf: () => publisher.keyOf(path) });
      await send.ready;
      return send.handler;
    };
    /** The application's policy allows the machines of films, wherever it begins. */
    const withFilms =
      (handler: PageHandler): PageHandler =>
      async (request, reply) => {
        const { sources } = await readPublic();
        const allowed = (line: string) => [line, ...sources].join(" ");
        reply.header(POLICY, String(reply.getHeader(POLICY)).replaceAll(/\b(?:media|connect)-src [^;]*/g, allowed));
        return handler(request, reply);
      };
    const index = await readFile(join(webRoot, "index.html"), "utf8");
    const application = withFilms(await page("/*", "index.html"));
    /** By path. Only paths that were open to everybody at some time are added. */
    const documents = new Map<string, PageHandler>();
    const prerendered = (await readdir(webRoot)).filter((file) => file.endsWith(".html") && file !== "index.html");
    const files = new Map(prerendered.map((file) => [`/${basename(file, ".html")}`, file]));
    for (const path of new Set([...files.keys(), ...PUBLISHED_PATHS])) {
      const handler = await page(path, files.get(path) ?? null);
      app.get(path, PUBLISHED_PATHS.includes(path) ? withCampaign(path, handler) : withFilms(handler));
    }
    for (const { path, type, content } of siteFiles) {
      app.get(path, async (_request, reply) => {
        const listed = path === SITEMAP ? (await readPublic()).listed : [];
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
      if (path.startsWith("certificates/")) reply.header("x-robots-tag", "noindex");
      if (!VIDEO_PAGE.test(path) || !(await readPublic()).documents.has(path)) return application(request, reply);
      let document = documents.get(path);
      if (document === undefined) {
        const followed = follow({
          template: async () => (await readPublic()).documents.get(path)?.(index) ?? index,
          keyOf: async () => String((await readPublic()).version),
        });
        document = withFilms(followed.handler);
        documents.set(path, document);
      }
      return document(request, reply);
    });
  },
);

/** A withdrawn or newer worker takes effect at once, whatever stands between the server and the browser. */
function lifetimeOf(path: string): string {
  if (path.includes(`${sep}assets${sep}`)) return "public, max-age=31536000, immutable";
  return path.includes(`${sep}offline-worker.js`) ? "no-cache" : "public, max-age=3600";
}

const NOT_SERVED = ["*.html", "**/*.br", "**/*.gz", ".vite/**", ".render/**"];

const SITEMAP = "/sitemap.xml";

const POLICY = "content-security-policy";

/** The pages whose document may differ: others need not read the content. */
const VIDEO_PAGE = /^(open|video)\/\d+$/;

export type PageHandler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Puts the site that a visitor comes from into the address, since the page has no script. The sign-up page reads it there
 * (web/src/accounts/login/signup-form.tsx).
 */
function withCampaign(path: string, page: PageHandler): PageHandler {
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

/** The page with its placeholders; null: there is none. */
type Template = () => string | null | Promise<string | null>;

interface Followed {
  template: Template;
  /** Another key shows that the template changed. */
  keyOf: () => Promise<string>;
}

/** Fills a page in, and again when the site's settings, its documents, the videos in them or the prices changed. */
function followPage({ template, keyOf }: Followed, { site, now }: Pick<Options, "site" | "now">) {
  const fill = () => createPage(template, { site, at: now() });
  const currentKey = async () => `${site.changes} ${listAt(site.prices, now())?.revision} ${await keyOf()}`;
  let filled: string;
  let ready = currentKey().then((key) => {
    filled = key;
    return fill();
  });
  const handler: PageHandler = async (request, reply) => {
    const key = await currentKey();
    if (filled !== key) {
      filled = key;
      ready = fill();
    }
    return (await ready)(request, reply);
  };
  return { ready, handler };
}

interface Moment {
  site: PageSite;
  /** Milliseconds since 1970. */
  at: number;
}

/** Fills a page in. `style`: the rules in it, which the policy must allow. */
export function fillPage(source: string, { site, at }: Moment): { html: string; style: string } {
  const tokens = Object.entries(site.colours === null ? {} : colourTokens(site.colours));
  const style = tokens.length === 0 ? "" : `:root{${tokens.map((token) => token.join(":")).join(";")}}`;
  const html = taxText(site, fillPlaceholders(source, valuesOf(site, pricesAt(site, at)))).replace(
    /(?<=<(?:link|meta) [^>]*)\/[\w-]+\.(?:svg|png)(?=")/g,
    (path) => versioned(path, site.pictures),
  );
  return { html: style === "" ? html : html.replace("</head>", `<style>${style}</style></head>`), style };
}

/** Compresses a page once. */
export async function createPage(template: Template, moment: Moment): Promise<PageHandler> {
  const source = await template();
  if (source === null)
    return () => {
      throw notFound("ページ");
    };
  const { html, style } = fillPage(source, moment);
  const plain = Buffer.from(html);
  const hash = createHash("sha256").update(style).digest("base64");
  const headers = { "cache-control": "no-cache", vary: "accept-encoding" };
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
    const policy = String(reply.getHeader(POLICY));
    if (style !== "") reply.header(POLICY, policy.replace("style-src 'self'", `$& 'sha256-${hash}'`));
    return reply
      .headers(headers)
      .type("text/html; charset=utf-8")
      .send(encoding === undefined ? plain : encoded.get(encoding));
  };
}

function valuesOf(site: PageSite, prices: PlanPrices): Record<Placeholder, string> {
  return {
    PUBLIC_URL: site.publicUrl,
    SITE_NAME: site.name,
    FIRST_LANDING: site.firstLanding,
    CONSUMPTION_TAX: site.isTaxExempt ? "exempt" : "taxed",
    SITE_TERMS_URL: site.termsUrl,
    SITE_PRIVACY_URL: site.privacyUrl,
    SITE_FAQ_URL: site.faqUrl,
    SITE_CONTACT_URL: site.contactUrl,
    SITE_COMMERCE_LAW_URL: site.commerceLawUrl,
    ...priceTexts(prices),
    LEGAL_VERSIONS: JSON.stringify(versionsInForce(site)),
    LOGIN_PROVIDERS: JSON.stringify(site.loginProviders),
  };
}
