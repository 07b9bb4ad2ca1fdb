import { canAdvertise } from "../../mailings/compose.ts";
import { bool } from "../../db/columns.ts";
import type { Database } from "../../db/open.ts";
import { statement } from "../../db/statement.ts";
import { PRODUCT_NAME } from "../../config/env-variables.ts";
import { missingPages } from "../../site/legal/live-legal.ts";
import type { LiveSite } from "../../site/live-site.ts";
import { MAIN_FILES } from "../../site/pictures/stored-pictures.ts";
import { isSold } from "../../site/price-lists.ts";
import { findLastBackup, isLate } from "./tasks.ts";

/**
 * Of two members who are no staff, one made the test purchase, and the other came from outside. Owners who have no second
 * factor are few. Values: now.
 */
const readRecords = statement("dashboard.opening", {
  has_videos: bool,
  has_second_factors: bool,
  has_purchase: bool,
  has_visitors: bool,
})`
  select exists (select from videos where published_at <= $1 and deleted_at is null) as has_videos,
         not exists (select from users u where u.is_superuser and u.closed_at is null and u.suspended_at is null
                        and not exists (select from second_factors f
                                         where f.user_id = u.id and f.enabled_at is not null)) as has_second_factors,
         exists (select from subscriptions) as has_purchase,
         (select count(*) > 1 from (select from users where not (is_staff or is_superuser) limit 2) as visitors)
           as has_visitors`;

/**
 * The steps of a new site until it opens, in their order. Each is done when the stored state says so: nobody ticks
 * anything. A new step is an entry here, and a sentence with a link in opening-list.tsx.
 * @returns no step when all are done
 */
export async function readOpening(
  db: Database,
  site: LiveSite,
  now: number,
): Promise<{ kind: string; is_done: boolean }[]> {
  const [records] = await readRecords(db, [new Date(now).toISOString()]);
  const [backup] = await findLastBackup(db, []);
  const steps = {
    name: site.name !== PRODUCT_NAME && canAdvertise(site),
    logo: site.pictures.has(MAIN_FILES.icon),
    colours: site.colours !== null,
    landing: site.documents[site.firstLanding === "/landing" ? "landing-a" : "landing-b"] !== undefined,
    legal: missingPages(site).length === 0,
    prices: site.prices.some(isSold),
    videos: records?.has_videos === true,
    second_factor: records?.has_second_factors === true,
    backup: !isLate(backup?.at ?? null, now),
    purchase: records?.has_purchase === true,
    visitors: records?.has_visitors === true,
  };
  const list = Object.entries(steps).map(([kind, is_done]) => ({ kind, is_done }));
  return list.every(({ is_done }) => is_done) ? [] : list;
}
