import { contract } from "@manabiya/contract";
import { type ManagedPlaylist, PlaylistVideoBody } from "@manabiya/contract/staff/playlists.ts";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { discardUnsaved, UnsavedGuard, useUnsavedPart } from "../../forms/unsaved.tsx";
import { call, sentenceOf, useRead, useWrite } from "../../api/calls.ts";
import { Button } from "../../ui/button.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { DeletionDialog } from "../table/deletion-dialog.tsx";
import { PlaylistForm } from "./playlist-form.tsx";
import { OrderedVideos } from "./ordered-videos.tsx";
import { useEntryOrder } from "./use-entry-order.ts";
import { FoldedVideoPicker } from "../table/video-picker.tsx";
import { BodyForm, useBodyForm } from "../../forms/body-form.tsx";
import { registerField } from "../../forms/register-field.ts";
import { showFailure } from "../../forms/show-failure.ts";
import { site } from "../../site.ts";
import { TextField } from "../../ui/text-field.tsx";
import { Section } from "../../ui/page/section.tsx";

/** Replaces the members' view of a playlist while staff edit it. */
export default function EditPlaylist({ id, onEnd }: { id: string; onEnd: () => void }) {
  const found = useRead(contract.playlistManagement.get, { params: { id } });
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

function EntryList({ playlist }: { playlist: ManagedPlaylist }) {
  const { entries, failure, show, save } = useEntryOrder(playlist);
  const removal = useWrite(contract.playlistManagement.removeVideo);
  const unremoved = removal.error && sentenceOf(removal.error, "動画を外せませんでした。もう一度お試しください。");
  return (
    <OrderedVideos
      title="動画"
      videos={entries.map(({ video }) => video)}
      empty="この再生リストに動画はありません"
      failure={failure ?? unremoved}
      onShow={show}
      onMove={save}
      removal="再生リストから外す"
      onRemove={({ id }) => removal.mutate({ params: { id: playlist.id, video_id: id } })}
      leaving={removal.isPending ? Number(removal.variables.params.video_id) : undefined}
    />
  );
}

const FAILED = "動画の追加に失敗しました。";

/** Adds a video by id or address, or from the list of all videos. */
function AddVideo({ playlist: { id, entries } }: { playlist: ManagedPlaylist }) {
  // Of videos after the last addition. The message goes when one of them is removed.
  const [count, setCount] = useState(0);
  const { form, failure } = useBodyForm(PlaylistVideoBody, { video_id: "" });
  const { mutate, isPending, isSuccess, reset } = useWrite(contract.playlistManagement.addVideo, {
    onSuccess: () => form.reset(),
    onError: (error) => showFailure(form, error, FAILED),
  });

  function add(video_id: string | number): void {
    form.clearErrors();
    setCount(entries.length + 1);
    mutate({ params: { id }, body: { video_id } });
  }

  return (
    <Section title="動画を追加" isPanel>
      <BodyForm
        onChange={reset}
        onSubmit={form.handleSubmit(({ video_id }) => add(video_id))}
        className="grid gap-4"
        failure={failure}
        done={isSuccess && entries.length >= count && `動画を追加しました。（全${count}本）`}
        isBusy={isPending}
        label="追加する"
        buttonClass="justify-self-start"
      >
        <TextField
          label="動画IDまたはURL"
          hint={`${site.name}の動画番号、YouTubeやVimeoのIDやURLで追加できます。`}
          required
          maxLength={300}
          autoComplete="off"
          {...registerField(form, "video_id")}
        />
      </BodyForm>
      <FoldedVideoPicker summary="動画の一覧から探す" onPick={(video) => add(video.id)} />
    </Section>
  );
}
