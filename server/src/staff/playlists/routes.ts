import { contract } from "@manabiya/contract";
import type { Playlist } from "@manabiya/contract/catalogue/playlists.ts";
import { type ManagedPlaylist, PLAYLISTS_MAX } from "@manabiya/contract/staff/playlists.ts";
import { presentPlaylist, readPlaylistDetail } from "../../catalogue/playlists/present.ts";
import { findPlaylist } from "../../catalogue/playlists/queries.ts";
import type { StaffContext } from "../context.ts";
import { only, validationError } from "../../errors/app-error.ts";
import { createRecord, deleteRecord, editRecord, type RecordTarget } from "../edit-record.ts";
import { addEntry, lockEntry, readManagedPlaylist, sortEntries, videosOf } from "./managed-playlist.ts";
import * as queries from "./queries.ts";

/** A playlist is part of the catalogue, but the search index has no playlists. */
const findVideos = () => [];

export function playlistManagementRoutes(context: StaffContext): void {
  const { app, db, now } = context;
  const { create, get, update, remove, addVideo, removeVideo, reorder } = contract.playlistManagement;
  const at = () => new Date(now()).toISOString();

  async function read(id: number): Promise<Playlist> {
    return presentPlaylist(only(await findPlaylist(db, [id, at()]), "再生リスト"));
  }

  app.answer(create, async ({ body: { title, description }, currentUser }, reply) => {
    const { id } = await createRecord(context, {
      audit: { by: currentUser.id, action: "playlist.create" },
      insert: async (tx) => {
        const [existing] = await queries.countPlaylists(tx, []);
        if ((existing?.count ?? 0) >= PLAYLISTS_MAX) {
          throw validationError({ title: [`再生リストは${PLAYLISTS_MAX}件まで作成できます。`] });
        }
        return queries.insertPlaylist(tx, [title, description, at()]);
      },
      logged: () => ({ title, description }),
      findVideos,
    });
    return reply.status(201).send(await read(id));
  });

  app.answer(get, ({ params }) => readManagedPlaylist(db, params.id));

  app.answer(update, async ({ params: { id }, body: { title, description, revision }, currentUser }) => {
    await editRecord(context, {
      ...target(id),
      audit: { by: currentUser.id, action: "playlist.update" },
      revision,
      desired: () => ({ title, description }),
    });
    return read(id);
  });

  app.answer(remove, async ({ params: { id }, query: { revision }, currentUser }) => {
    const { title } = await deleteRecord(context, {
      ...target(id),
      audit: { by: currentUser.id, action: "playlist.delete" },
      revision,
      logged: ({ title, description, entries }) => ({ title, description, videos: videosOf(entries) }),
    });
    return { message: `再生リスト「${title}」を削除しました。` };
  });

  app.answer(addVideo, async ({ params: { id }, body, currentUser }) => {
    await createRecord(context, {
      audit: { by: currentUser.id, action: "playlist.add_video" },
      within: { id, lock: (tx) => queries.lockPlaylist(tx, [id]) },
      insert: (tx) => addEntry(tx, id, body.video_id),
      logged: ({ video, title }) => ({ video, title }),
      findVideos,
    });
    return readPlaylistDetail(context, id, currentUser);
  });

  app.answer(removeVideo, async ({ params: { id, video_id }, currentUser }) => {
    await deleteRecord(context, {
      label: "動画",
      lock: (tx) => lockEntry(tx, id, video_id),
      audit: { by: currentUser.id, action: "playlist.remove_video" },
      remove: async (tx, { entry_id }) => {
        await queries.deleteEntry(tx, [entry_id]);
        await queries.bumpPlaylistRevision(tx, [id]);
      },
      logged: ({ video, title }) => ({ video, title }),
      findVideos,
    });
    return readPlaylistDetail(context, id, currentUser);
  });

  app.answer(reorder, async ({ params: { id }, body, currentUser }) => {
    const { after } = await editRecord(context, {
      ...target(id),
      audit: { by: currentUser.id, action: "playlist.reorder" },
      revision: body.revision,
      desired: (playlist) => ({ entries: sortEntries(playlist, body.entries) }),
      write: async (tx) => {
        await queries.orderEntries(tx, [id, body.entries]);
        await queries.bumpPlaylistRevision(tx, [id]);
        return [await readManagedPlaylist(tx, id)];
      },
      logged: ({ before, after }) => ({
        before: { videos: videosOf(before.entries) },
        after: { videos: videosOf(after.entries) },
      }),
    });
    return after;
  });
}

function target(id: number): RecordTarget<ManagedPlaylist> {
  return { label: "再生リスト", lock: async (tx) => [await readManagedPlaylist(tx, id)], findVideos };
}
