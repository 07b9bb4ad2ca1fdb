import { STANDARD_PRICES } from "@manabiya/contract/rules/prices.ts";
import { japanDay } from "@manabiya/contract/rules/japan-day.ts";
import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import { demoCatalogue } from "@manabiya/demo/content/catalogue.ts";
import { insertRows } from "../db/insert-rows.ts";
import type { Database } from "../db/open.ts";
import { countedTerm } from "../events/search-term.ts";
import type { Ago } from "./catalogue.ts";

/** The last month is whole on each day of this month. */
const DAYS = 62;
/** As production keeps them; views of older days stand in the figures alone. */
const VIEW_DAYS = 31;

/** Views per day in proportion to all views, with quieter weekends; few members stay until the end of a video. */
const VIEWED = `
  select day::date as day, v.id as video_id, v.duration,
         ceil(v.view_count * (1.3 - 0.1 * abs(extract(isodow from day) - 3)) / 300)::int as views
    from generate_series($1::date - ${DAYS}, $1::date - 1, interval '1 day') as day, videos v
   where day > v.published_at`;

const insertViews = `
  insert into daily_views (day, video_id, views)
  select day, video_id, views from (${VIEWED}) as viewed where day >= $1::date - ${VIEW_DAYS}`;

const insertVideoFigures = `
  insert into daily_video_figures (day, video_id, views, seconds, favorites_added, watched)
  select day, video_id, case when day < $1::date - ${VIEW_DAYS} then views else 0 end,
         (select sum(part) from unnest(watched) as part), views / 6, watched
    from (${VIEWED}) as viewed,
         lateral (select array_agg(round(views * duration / 20.0 * (1 - 0.03 * part))::int order by part) as watched
                    from generate_series(1, 20) as part) as parts`;

/** Two months of views, watched time, searches and former members. */
export async function insertFigures(tx: Database, ago: Ago): Promise<void> {
  const today = japanDay(Date.parse(ago(0)));
  await tx.query({ text: insertViews, values: [today] });
  await tx.query({ text: insertVideoFigures, values: [today] });
  await tx.query({
    text: `insert into daily_searches (day, searches, without_result)
           select day, 25 + extract(isodow from day), 2
             from generate_series($1::date - ${DAYS}, $1::date - 1, interval '1 day') as day`,
    values: [today],
  });
  const searched = demoCatalogue.searches.flatMap((spelling, rank) =>
    [1, 4, 9, 16, 27, 40].map((days) => ({
      day: japanDay(Date.parse(ago(days))),
      term: countedTerm(searchWords(spelling)),
      spelling,
      searches: 14 - rank,
      without_result: 0,
    })),
  );
  await insertRows(tx, "daily_search_terms", searched);
  await insertRows(tx, "membership_changes", formerMembers(ago));
}

function formerMembers(ago: Ago) {
  const monthly_revenue = STANDARD_PRICES.monthly;
  return demoCatalogue.formerMembers.flatMap(({ joined_days_ago, source, paid }) => {
    const at = ago(joined_days_ago);
    const about = { at, source, cohort: `${japanDay(Date.parse(at)).slice(0, 7)}-01` };
    const membership = paid && [
      { ...about, at: ago(paid.from), kind: "start", is_first: true, monthly_revenue },
      { ...about, at: ago(paid.until), kind: "end", monthly_revenue: -monthly_revenue },
    ];
    return [{ ...about, kind: "signup" }, { ...about, kind: "trial" }, ...(membership ?? [])];
  });
}
