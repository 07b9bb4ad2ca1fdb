import { contract } from "@manabiya/contract";
import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import { japanDay } from "@manabiya/contract/rules/japan-day.ts";
import type { Database } from "../db/open.ts";
import type { SiteContext } from "../site/context.ts";
import { sendCsv } from "../csv/send.ts";
import { notFound } from "../errors/app-error.ts";
import { paginate, splitCount } from "../http/paging.ts";
import { memberCsv, searchCsv, videoCsv } from "./csv.ts";
import { readMemberFigures } from "./member-figures.ts";
import { daysOf, type Range, rangeBefore, rangeOf } from "./range.ts";
import { listSearchDays, listTerms } from "./search-figures.ts";
import { referenceValues } from "../catalogue/videos/reference.ts";
import { findFiguredVideo, listAllVideoFigures, listVideoDays, listVideoFigures } from "./video-figures.ts";
import { PARTS } from "../events/watched-parts.ts";

const TERMS = 100;
const CSV_TERMS = 10_000;

export function figureRoutes({ app, db, site, now }: SiteContext): void {
  const { members, membersCsv, videos, videosCsv, video, searches, searchesCsv } = contract.figures;
  const readTerms = (range: Range, limit: number) => listTerms(db, [range.from, range.to, japanDay(now()), limit]);

  app.answer(members, ({ query }) => readMemberFigures(db, rangeOf(query, now())));

  app.answer(membersCsv, async ({ query }, reply) => {
    const { days } = await readMemberFigures(db, rangeOf(query, now()));
    return sendCsv(reply, memberCsv(site, days));
  });

  app.answer(videos, async ({ url, query }) => {
    const { page } = query;
    const { from, to } = rangeOf(query, now());
    const { count, rows } = splitCount(await listVideoFigures(db, [from, to, (page - 1) * PAGE_SIZE]));
    return paginate(url, { page, size: PAGE_SIZE, count, results: rows });
  });

  app.answer(videosCsv, async ({ query }, reply) => {
    const { from, to } = rangeOf(query, now());
    return sendCsv(reply, videoCsv(await listAllVideoFigures(db, [from, to])));
  });

  app.answer(video, async ({ params, query, currentUser }) => {
    const range = rangeOf(query, now());
    const reference = referenceValues(params.id, currentUser, now());
    const [found] = await findFiguredVideo(db, reference);
    // A video that was erased has no title any more.
    const id = found?.id ?? reference[0];
    if (id === null) throw notFound("動画");
    const title = found?.title ?? null;
    const current = await readVideo(db, id, range);
    const previous = await readVideo(db, id, rangeBefore(range));
    if (title === null && current.rows.length + previous.rows.length === 0) throw notFound("動画");
    const byDay = new Map(current.rows.map((row) => [row.day, row]));
    return {
      title,
      days: daysOf(range).map((day) => byDay.get(day) ?? { day, views: 0, watch_seconds: 0 }),
      current: { id, title, ...current.totals },
      previous: { id, title, ...previous.totals },
      watched: current.watched,
    };
  });

  app.answer(searches, async ({ query }) => {
    const range = rangeOf(query, now());
    const current = await readSearches(db, range);
    const previous = await readSearches(db, rangeBefore(range));
    const terms = await readTerms(range, TERMS);
    const missing = terms.filter(({ without_result }) => without_result > 0);
    return {
      days: current.days,
      current: current.totals,
      previous: previous.totals,
      terms: terms.slice(0, TERMS),
      missing: missing.toSorted((a, b) => b.without_result - a.without_result).slice(0, TERMS),
    };
  });

  app.answer(searchesCsv, async ({ query }, reply) =>
    sendCsv(reply, searchCsv(await readTerms(rangeOf(query, now()), CSV_TERMS))),
  );
}

async function readVideo(db: Database, id: number, range: Range) {
  const rows = await listVideoDays(db, [range.from, range.to, id]);
  const sum = (name: "views" | "watch_seconds" | "favorites_added" | "favorites_removed") =>
    rows.reduce((total, row) => total + row[name], 0);
  const watched = Array.from({ length: PARTS }, (_, part) =>
    rows.reduce((total, row) => total + (row.watched[part] ?? 0), 0),
  );
  const totals = {
    views: sum("views"),
    watch_seconds: sum("watch_seconds"),
    favorites_added: sum("favorites_added"),
    favorites_removed: sum("favorites_removed"),
  };
  return { rows, totals, watched };
}

async function readSearches(db: Database, range: Range) {
  const byDay = new Map((await listSearchDays(db, [range.from, range.to])).map((row) => [row.day, row]));
  const days = daysOf(range).map((day) => byDay.get(day) ?? { day, searches: 0, without_result: 0 });
  const sum = (name: "searches" | "without_result") => days.reduce((total, day) => total + day[name], 0);
  return { days, totals: { searches: sum("searches"), without_result: sum("without_result") } };
}
