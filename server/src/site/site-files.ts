import { LEGAL_PATHS } from "@manabiya/contract/legal/compose.ts";
import { LEGAL_PAGES } from "@manabiya/contract/legal/forms.ts";
import { externalUrl } from "./legal/live-legal.ts";
import type { SiteSettings } from "../config/config.ts";
import type { LiveSite } from "./live-site.ts";
import { versioned } from "./pictures/stored-pictures.ts";

/** Pages that search engines may list. The others belong to members, or to a link in an e-mail. */
const PUBLIC_PAGES = ["/landing", "/freelanding", "/signup", "/trial", "/login"];

/** The colours of web/src/ui/tokens.css in the light scheme. */
const PRIMARY = "#1f4478";
const PAPER = "#faf8f3";

interface SiteFile {
  path: string;
  type: string;
  /** @param open paths of pages about single videos, which everybody may see */
  content: (site: SiteSettings & Pick<LiveSite, "legal" | "defaults" | "pictures">, open: readonly string[]) => string;
}

/** Files about the whole site, which contain its name or its address. */
export const siteFiles: readonly SiteFile[] = [
  { path: "/manifest.webmanifest", type: "application/manifest+json", content: manifestOf },
  { path: "/sitemap.xml", type: "application/xml", content: sitemapOf },
  { path: "/robots.txt", type: "text/plain", content: robotsOf },
];

/** For browsers that put the site on a phone's home screen. */
function manifestOf({ name, colours, pictures }: SiteSettings & Pick<LiveSite, "pictures">): string {
  const maskable = pictures.has("/icon-maskable.png") ? "/icon-maskable.png" : "/icon-512.png";
  const icon = (size: number, purpose: string, path = `/icon-${size}.png`) => ({
    src: versioned(path, pictures),
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  return JSON.stringify({
    name,
    short_name: name,
    lang: "ja",
    id: "/",
    start_url: "/",
    display: "standalone",
    theme_color: colours?.primary ?? PRIMARY,
    background_color: PAPER,
    icons: [icon(192, "any"), icon(512, "any"), icon(512, "maskable", maskable)],
  });
}

function sitemapOf(site: Parameters<SiteFile["content"]>[0], open: readonly string[]): string {
  const { publicUrl } = site;
  const own = LEGAL_PAGES.filter((page) => site.legal[page].inForce !== null && externalUrl(site, page) === null);
  const pages = [...PUBLIC_PAGES, ...own.map((page) => LEGAL_PATHS[page]), ...open].map(
    (page) => `  <url><loc>${escapeXml(publicUrl + page)}</loc></url>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages,
    "</urlset>\n",
  ].join("\n");
}

function robotsOf({ publicUrl }: SiteSettings): string {
  return `User-agent: *\nAllow: /\nDisallow: /api/\nDisallow: /media/\nAllow: /media/thumbnails/\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
