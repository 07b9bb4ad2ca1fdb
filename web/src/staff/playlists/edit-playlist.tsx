import { contract } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { UnsavedGuard, useUnsavedPart, discardUnsaved } from "../../forms/unsaved.tsx";
import { call, query } from "../../api/calls.ts";
import { Button } from "../../ui/button.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { DeletionDialog } from "../table/deletion-dialog.tsx";
import { AddVideo } from "./add-video.tsx";
import { EntryList } from "./entry-list.tsx";
import { PlaylistForm } from "./playlist-form.tsx";

interface EditPlaylistProps {
  id: string;
  onEnd: () => void;
}

/** Replaces the members' view of a playlist while staff edit it. */
export default function EditPlaylist({ id, onEnd }: EditPlaylistProps) {
  const found = useQuery(query(contract.playlistManagement.get, { params: { id } }));
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isDeleting, setDeleting] = useState(false);
  const { leave, dialog } = useUnsavedPart("text");
  const { data } = found;

  useEffect(() => heading.current?.focus(), []);

  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6 px-4 py-6 md:px-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="text-xl outline-none">
          再生リストの編集
        </h1>
        <Button look="secondary" onClick={() => leave(onEnd)}>
          編集を終える
        </Button>
      </div>
      {!data && <NotLoaded query={found} message="再生リストを読み込めませんでした。" />}
      {data && (
        <>
          <PlaylistForm playlist={data} />
          <AddVideo playlist={data} />
          <EntryList playlist={data} />
          <Button look="danger" className="justify-self-start" onClick={() => setDeleting(true)}>
            再生リストを削除
          </Button>
          {isDeleting && (
            <DeletionDialog
              record={data}
              remove={(revision) =>
                call(contract.playlistManagement.remove, { params: { id: data.id }, querystring: { revision } })
              }
              // The playlist itself is gone, so it is not fetched again.
              meta={{ changes: [contract.playlists.list.url] }}
              onRemoved={() => {
                discardUnsaved();
                void navigate("/playlists", { replace: true });
              }}
              failed="再生リストの削除に失敗しました。"
              title={({ title }) => `再生リスト「${title}」を削除しますか？`}
              onClose={() => setDeleting(false)}
            >
              {({ entries }) => entries.length > 0 && `動画${entries.length}本の並びが失われます。動画は残ります。`}
            </DeletionDialog>
          )}
        </>
      )}
      {dialog}
      <UnsavedGuard />
    </div>
  );
}
