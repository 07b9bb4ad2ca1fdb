import { DAY, HOUR, JAPAN } from "@manabiya/contract/rules/japan-day.ts";
import { isPublished } from "../catalogue/videos/rows.ts";
import type { SiteSettings } from "../config/config.ts";
import { type Database, instant, int, notNull, statement, text } from "../db/statement.ts";

/** Milliseconds from UTC to Japan's time, which has no summer time. */
/** The digest goes out on Mondays at 9:00 in Japan. 1970 began on a Thursday. */
const FIRST_MONDAY = 4 * DAY + 9 * HOUR - JAPAN;
/** A digest that could not be made on its Monday is left out after two days. */
const LATEST = 2 * DAY;
/** More new videos are found on the site. */
const VIDEOS_MAX = 20;

/** Newest first. Values: now, the beginning and the end of the week, the most. */
const newVideos = statement("mailings.new-videos", { id: int, title: text, published_at: notNull(instant) })`
  select v.id, v.title, v.published_at from videos v
   where ${isPublished("$1")} and v.published_at > $2 and v.published_at <= $3
   order by v.published_at desc, v.id desc limit $4`;

const template = statement("mailings.digest-template", { subject: text, body: text })`
  select subject, body from mailings where key = 'digest' and send_at <= $1`;

/** Values: key, subject, body, send at. */
const insert = statement("mailings.insert-digest", { id: int })`
  insert into mailings (key, audience, subject, body, send_at, created_at) values ($1, 'digest', $2, $3, $4, $4)
  on conflict (key) do nothing returning id`;

const at = (ms: number) => new Date(ms).toISOString();

/** A paragraph for each video of the seven days before `end`. @param end milliseconds, as `now` */
export async function listWeek(db: Database, site: SiteSettings, end: number, now: number): Promise<string[]> {
  const videos = await newVideos(db, [at(now), at(end - 7 * DAY), at(end), VIDEOS_MAX]);
  return videos.map(({ id, title }) => `${title}\n${site.publicUrl}/video/${id}`);
}

/** Prepares this week's digest once, if it is switched on and videos were published. @param now milliseconds */
export async function prepareDigest(db: Database, site: SiteSettings, now: number): Promise<void> {
  const monday = now - ((now - FIRST_MONDAY) % (7 * DAY));
  if (now - monday > LATEST) return;
  const [given] = await template(db, [at(monday)]);
  if (!given) return;
  const list = await listWeek(db, site, monday, now);
  if (list.length === 0) return;
  const day = at(monday + JAPAN).slice(0, 10);
  await insert(db, [`digest ${day}`, given.subject, [given.body, ...list].join("\n\n"), at(monday)]);
}
