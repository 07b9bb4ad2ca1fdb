import { NEWCOMERS_PLAYLIST } from "../../catalogue/home/curation.ts";
import { int, ints, nullable, statement } from "../../db/statement.ts";
import { ManagedVideo } from "@manabiya/contract/staff/playlists.ts";
import { columnsOf } from "../../db/columns-of.ts";

/** Creates the row before the first choice, with what members see until then. */
export const lockCuration = statement("home-curation.lock", {
  id: int,
  pinned: ints,
  newcomers_playlist: nullable(int),
  revision: int,
})`
  insert into home_curation as c (id, newcomers_playlist) values (1, ${NEWCOMERS_PLAYLIST})
  on conflict (id) do update set revision = c.revision returning id, pinned, newcomers_playlist, revision`;

/** Without videos in the trash. Values: ids in order. */
export const listPinned = statement("home-curation.pinned", columnsOf(ManagedVideo))`
  select v.id, v.video_id, v.title, v.thumbnail, v.published_at
    from unnest($1::int[]) with ordinality as pin (id, place) join videos v on v.id = pin.id
   where v.deleted_at is null order by pin.place`;
