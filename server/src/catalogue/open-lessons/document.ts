import { playsHere } from "@manabiya/contract/catalogue/plays-here.ts";
import { escapeHtml } from "@manabiya/contract/rules/page-placeholders.ts";
import { thumbnailAddress } from "../videos/rows.ts";
import type { OpenLessonRow } from "./queries.ts";

/** Characters that search engines show of a description. */
const DESCRIPTION_MAX = 120;

const SITE_NAME = "__SITE_NAME__";

/** @returns the paths of a video's picture, 320 and 640 pixels wide; of the site's own without one */
export function pictureOf(thumbnail: string | null): [small: string, large: string] {
  const large = thumbnailAddress(thumbnail);
  return large === null ? ["/og.png", "/og.png"] : [large.replace("-640.webp", "-320.webp"), large];
}

/** Gives the application's document the head of an open lesson, for search engines and for links that are shared. */
export function documentOf(html: string, lesson: OpenLessonRow, publicUrl: string): string {
  const address = `${publicUrl}/open/${lesson.id}`;
  const title = `${escapeHtml(lesson.title)}｜${SITE_NAME}`;
  const summary = escapeHtml(summaryOf(lesson));
  const property = (name: string, content: string) => `<meta property="og:${name}" content="${content}" />`;
  const head = [
    `<link rel="canonical" href="${escapeHtml(address)}" />`,
    property("type", "video.other"),
    property("locale", "ja_JP"),
    property("site_name", SITE_NAME),
    property("title", title),
    property("description", summary),
    property("url", escapeHtml(address)),
    property("image", escapeHtml(publicUrl + pictureOf(lesson.thumbnail)[1])),
    '<meta name="twitter:card" content="summary_large_image" />',
    // Browsers do not run data, so that the content security policy needs no exception.
    `<script type="application/ld+json">${jsonOf(videoObject(lesson, publicUrl))}</script>`,
  ].join("\n    ");
  // Functions, because `$&` in a replacement would be a pattern.
  return (
    html
      // Those of the whole site.
      .replaceAll(/<meta\s+(?:property="og:|name="twitter:)[^>]*>\s*/g, "")
      .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
      .replace(/<meta\s+name="description"[^>]*>/, () => `<meta name="description" content="${summary}" />`)
      .replace("</head>", () => `  ${head}\n  </head>`)
  );
}

function summaryOf({ title, description }: OpenLessonRow): string {
  const text = description.replace(/\s+/g, " ").trim();
  if (text === "") return `「${title}」を、会員登録なしで最後まで見られます。`;
  const characters = Array.from(text);
  return characters.length <= DESCRIPTION_MAX ? text : `${characters.slice(0, DESCRIPTION_MAX - 1).join("")}…`;
}

/** See https://schema.org/VideoObject. */
function videoObject(lesson: OpenLessonRow, publicUrl: string) {
  const address = `${publicUrl}/open/${lesson.id}`;
  const { duration, chapters } = lesson;
  return {
    "@context": "https://schema.org",
    "@type": "VideoObject",
    name: lesson.title,
    description: summaryOf(lesson),
    thumbnailUrl: [publicUrl + pictureOf(lesson.thumbnail)[1]],
    uploadDate: lesson.created_at,
    inLanguage: "ja",
    isAccessibleForFree: true,
    url: address,
    ...(duration !== null && { duration: `PT${duration}S` }),
    ...(!playsHere(lesson.host) && { embedUrl: embedAddress(lesson) }),
    ...(chapters.length > 0 && {
      hasPart: chapters.map(({ title, time_seconds }, index) => ({
        "@type": "Clip",
        name: title,
        startOffset: time_seconds,
        endOffset: chapters[index + 1]?.time_seconds ?? duration ?? undefined,
        url: `${address}?t=${time_seconds}`,
      })),
    }),
  };
}

function embedAddress({ host, video_id, host_hash }: OpenLessonRow): string {
  const id = encodeURIComponent(video_id);
  if (host === "youtube") return `https://www.youtube-nocookie.com/embed/${id}`;
  return `https://player.vimeo.com/video/${id}${host_hash === null ? "" : `?h=${encodeURIComponent(host_hash)}`}`;
}

/** Without "<" no text ends the element, without "__" none is a placeholder, and without "税" none is about our prices. */
function jsonOf(value: object): string {
  const json = JSON.stringify(value).replaceAll("<", "\\u003c").replaceAll("__", "\\u005f\\u005f");
  return json.replaceAll("税", "\\u7a0e");
}
