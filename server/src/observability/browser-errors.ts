import { contract } from "@manabiya/contract";
import { addDays, japanDay } from "@manabiya/contract/rules/japan-day.ts";
import { int, text } from "../db/columns.ts";
import { command, statement } from "../db/statement.ts";
import type { RouteContext } from "../http/route-context.ts";
import { clientNetworkOf } from "../limits/client-network.ts";
import { countHit } from "../limits/rate-limiter.ts";

/** Different errors of a day. Further ones are not kept, so nobody can fill the table. */
const ERRORS_MAX = 50;
/** Characters that are kept of a message. */
const MESSAGE_MAX = 200;
const SEGMENTS_MAX = 6;
/** Days in Japan that the dashboard counts, today included. */
const SHOWN_DAYS = 7;
/** Different errors on the dashboard. */
const SHOWN_MAX = 5;

/** Extensions, errors of other sites' scripts, a harmless warning, and networks that were away. */
const NOISE =
  /-extension:|^Script error\.?$|ResizeObserver loop|Failed to fetch|Load failed|NetworkError|dynamically imported|AbortError/;

/** Simultaneous first reports can exceed the maximum by a few. Values: day, page, release, message, maximum. */
const countError = command("browser-errors.count")`
  insert into browser_errors as e (day, page, release, message, count)
  select $1::date, $2, $3, $4, 1
   where (select count(*) from browser_errors where day = $1::date) < $5::int
      or exists (select from browser_errors
                  where day = $1::date and page = $2 and release = $3 and message = $4)
  on conflict (day, page, release, message) do update set count = e.count + 1`;

/** The most frequent ones. `total` counts all. Values: the first day, maximum. */
const listErrors = statement("browser-errors.list", {
  page: text,
  release: text,
  message: text,
  count: int,
  total: int,
})`
  select page, release, message, sum(count)::int as count, (sum(sum(count)) over ())::int as total
    from browser_errors where day >= $1::date
   group by page, release, message order by 4 desc, page, message limit $2::int`;

export const deleteBrowserErrors = command("retention.browser-errors")`
  delete from browser_errors where day < ($1::timestamptz at time zone 'Asia/Tokyo')::date`;

export function browserErrorRoutes({ app, db, now }: RouteContext): void {
  app.route({
    ...contract.browserErrors.report,
    handler: async ({ ip, body: { page, release, message, source = "" } }) => {
      await countHit(db, "browserError", { network: clientNetworkOf(ip) }, now());
      if (NOISE.test(message) || NOISE.test(source)) return {};
      const build = /^[\w-]+$/.test(release) ? release : "";
      await countError(db, [japanDay(now()), pageOf(page), build, withoutPersons(message), ERRORS_MAX]);
      return {};
    },
  });
}

/** @returns one row, or none */
export async function readBrowserErrors(
  db: RouteContext["db"],
  now: number,
): Promise<{ count: number; most: { page: string; release: string; message: string; count: number }[] }[]> {
  const rows = await listErrors(db, [addDays(japanDay(now), 1 - SHOWN_DAYS), SHOWN_MAX]);
  const most = rows.map(({ page, release, message, count }) => ({ page, release, message, count }));
  return rows[0] ? [{ count: rows[0].total, most }] : [];
}

/** Numbers, tokens and names become ":id". */
function pageOf(path: string): string {
  const [plain = ""] = path.split(/[?#]/, 1);
  const segments = plain.split("/").slice(0, SEGMENTS_MAX);
  return segments.map((segment) => (/^[a-z-]{0,20}$/.test(segment) ? segment : ":id")).join("/");
}

/** Engines write in English and quote what they read with quotation marks; a name in apostrophes is one of the code. */
function withoutPersons(message: string): string {
  return message
    .replaceAll(/[a-z][\w+.-]*:\/\/\S+|\S*@\S*|"[^"]*("|$)|`[^`]*(`|$)|[\w-]{24,}|[^\x20-\x7e]+/gi, "…")
    .replaceAll(/\d+/g, "0")
    .slice(0, MESSAGE_MAX);
}
