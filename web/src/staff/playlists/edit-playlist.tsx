import { staff } from "@manabiya/contract/staff/staff.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { UnsavedGuard, useUnsavedPart } from "../../forms/unsaved-guard.tsx";
import { query } from "../../api/calls.ts";
import { Button } from "../../ui/button.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Loading } from "../../ui/spinner.tsx";
import { AddVideo } from "./add-video.tsx";
import { DeletePlaylistDialog } from "./delete-playlist-dialog.tsx";
import { EntryList } from "./entry-list.tsx";
import { PlaylistTexts } from "./playlist-texts.tsx";

interface EditPlaylistProps {
  id: string;
  onEnd: () => void;
}

/** A playlist while staff edit it, in the place of what members see. */
export default function EditPlaylist({ id, onEnd }: EditPlaylistProps) {
  const managed = useQuery(query(staff.playlistManagement.get, { params: { id } }));
  const heading = useRef<HTMLHeadingElement>(null);
  const [isDeleting, setDeleting] = useState(false);
  const { leave, dialog } = useUnsavedPart("text");
  const { data, isPending, isFetching, refetch } = managed;

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
      {isPending && <Loading />}
      {!isPending && !data && (
        <Failure
          message="再生リストの取得に失敗しました。"
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data && (
        <>
          <PlaylistTexts playlist={data} />
          <AddVideo playlist={data} />
          <EntryList playlist={data} />
          <Button look="danger" className="justify-self-start" onClick={() => setDeleting(true)}>
            再生リストを削除
          </Button>
          {isDeleting && <DeletePlaylistDialog playlist={data} onClose={() => setDeleting(false)} />}
        </>
      )}
      {dialog}
      <UnsavedGuard />
    </div>
  );
}
