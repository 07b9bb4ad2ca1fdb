import { int, ints, notNull, nullable, type RowOf, statement, text } from "../../db/statement.ts";
import type { CatalogCache } from "../cache/catalog-cache.ts";
import type { Reads } from "../cache/reads.ts";
import { isPublished } from "../videos/rows.ts";

/** Ids that staff chose. */
export interface Choice {
  pinned: number[];
  newcomers_playlist: number | null;
}

/** SQL: the playlist for newcomers. Until staff choose one, or none, it is the first that members see. */
export const NEWCOMERS_PLAYLIST = `
  case when exists (select from home_curation) then (select newcomers_playlist from home_curation)
       else (select id from playlists order by created_at desc, id desc limit 1) end`;

/** Always one row. */
export const readChoice = statement("home.choice", {
  pinned: notNull(ints),
  newcomers_playlist: nullable(int),
  revision: notNull(int),
})`
  select coalesce(c.pinned, '{}') as pinned, ${NEWCOMERS_PLAYLIST} as newcomers_playlist, coalesce(c.revision, 1) as revision
    from (select) as one left join home_curation c on true`;

const curationColumns = {
  pinned: ints,
  /** Of the newcomers' playlist. */
  lessons: ints,
  playlist_id: nullable(int),
  title: nullable(text),
};

/** A choice as members see it: the ids of published videos, in staff's order. */
export type Curation = RowOf<typeof curationColumns>;

/** Values: pinned ids, playlist id, now. */
const findChosen = statement("home.chosen", curationColumns)`
  select array(select v.id from unnest($1::int[]) with ordinality as pin (id, place) join videos v on v.id = pin.id
                where ${isPublished("$3")} order by pin.place) as pinned,
         array(select v.id from playlist_videos e join videos v on v.id = e.video_id
                where e.playlist_id = $2 and ${isPublished("$3")} order by e.place, e.id) as lessons,
         p.id as playlist_id, p.title
    from (select) as one left join playlists p on p.id = $2`;

/** `at`: ISO 8601. */
export async function curationOf(reads: Reads, choice: Choice | undefined, at: string): Promise<Curation> {
  const [curation] = await findChosen(reads, [choice?.pinned, choice?.newcomers_playlist, at]);
  return curation ?? { pinned: [], lessons: [], playlist_id: null, title: null };
}

/** The stored choice, the same for all members. `at`: ISO 8601. */
export function readCuration(cache: CatalogCache, at: string): Promise<Curation> {
  return cache.memoize("curation", async () => {
    const [choice] = await readChoice(cache.reads, []);
    return curationOf(cache.reads, choice, at);
  });
}
