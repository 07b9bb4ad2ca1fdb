import type { Playlist, PlaylistDetail } from "@manabiya/contract/catalogue/playlists.ts";
import { canWatch } from "@manabiya/contract/rules/can-watch.ts";
import type { CatalogueContext } from "../context.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import { only } from "../../errors/app-error.ts";
import { titleBreaks } from "../phrase-breaks.ts";
import { presentCard, sharedCard } from "../videos/card.ts";
import { thumbnailAddress } from "../videos/rows.ts";
import { findPlaylist, listPlaylistVideos, type PlaylistRow } from "./queries.ts";

export function presentPlaylist(row: PlaylistRow): Playlist {
  return { ...row, title_breaks: titleBreaks(row.title), thumbnail: thumbnailAddress(row.thumbnail) };
}

/** A playlist as this member sees it. @throws 404 */
export async function readPlaylistDetail(
  { db, catalogue, site, now }: Pick<CatalogueContext, "db" | "catalogue" | "site" | "now">,
  id: number,
  currentUser: CurrentUser,
): Promise<PlaylistDetail> {
  const names = await catalogue.current();
  const at = new Date(now()).toISOString();
  const playlist = only(await findPlaylist(db, [id, at]), "再生リスト");
  const rows = await listPlaylistVideos(db, [currentUser.id, playlist.id, at]);
  const mayWatch = canWatch(currentUser, now());
  return {
    ...presentPlaylist(playlist),
    has_certificate: site.form.certificates === "on",
    videos: rows.map((row) => ({
      id: row.entry_id,
      video: presentCard(sharedCard(row, names), row, mayWatch),
      is_finished: row.is_finished,
      watched_at: row.watched_at,
    })),
  };
}
