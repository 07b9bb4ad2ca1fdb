import type { ManagedPlaylist } from "@manabiya/contract/staff/playlists.ts";
import { thumbnailAddress } from "../../catalogue/videos/rows.ts";
import type { Database } from "../../db/open.ts";
import { notFound } from "../../http/app-error.ts";
import * as queries from "./queries.ts";

/** In a transaction the playlist stays locked until the end. @throws 404 */
export async function readManagedPlaylist(tx: Database, id: number): Promise<ManagedPlaylist> {
  const [playlist] = await queries.lockPlaylist(tx, [id]);
  if (!playlist) throw notFound("再生リスト");
  const entries = await queries.readEntries(tx, [id]);
  return {
    ...playlist,
    entries: entries.map(({ id, video_id, host_video_id, title, thumbnail, published_at }) => ({
      id,
      video: {
        id: video_id,
        video_id: host_video_id,
        title,
        thumbnail: thumbnailAddress(thumbnail),
        published_at,
      },
    })),
  };
}

/** The entries' video ids, as the audit log has them. */
export function videosOf(entries: ManagedPlaylist["entries"]): number[] {
  return entries.map(({ video }) => video.id);
}
