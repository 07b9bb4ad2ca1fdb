import type { ManagedPlaylist } from "@manabiya/contract/staff/playlists.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConflictBanner } from "../../forms/conflict-banner.tsx";
import { currentOf } from "../../forms/conflict.ts";
import { useUnsaved } from "../../forms/unsaved.ts";
import { mutation } from "../../api/calls.ts";
import { showFailure } from "../../forms/show-failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { PlaylistFields } from "./playlist-fields.tsx";
import { usePlaylistForm } from "./playlist-form.ts";
import { managedKey } from "./managed-key.ts";

/** Title and description. Other changes of the playlist, such as its order, are no conflict with what is typed here. */
export function PlaylistTexts({ playlist }: { playlist: ManagedPlaylist }) {
  const client = useQueryClient();
  const form = usePlaylistForm(playlist);
  const { errors } = form.formState;
  useUnsaved("text", form.formState.isDirty);
  const [saved, setSaved] = useState(playlist);
  const [theirs, setTheirs] = useState<ManagedPlaylist | null>(null);
  const { mutate, isPending, isSuccess, reset } = useMutation({
    ...mutation(staff.playlistManagement.update),
    onSuccess: ({ title, description }, { body: sent }) => {
      setSaved({ ...playlist, title, description });
      // What was typed meanwhile stays, and is not saved.
      form.reset({ title: sent.title, description: sent.description }, { keepValues: true });
    },
    onError: (error) => {
      const current = currentOf(error) as ManagedPlaylist | null;
      if (current === null) return showFailure(form, error, "再生リストの更新に失敗しました。");
      client.setQueryData(managedKey(playlist.id), current);
      setTheirs(current);
    },
  });

  function save(from: ManagedPlaylist) {
    return form.handleSubmit(({ title, description }) => {
      setTheirs(null);
      mutate({ params: { id: playlist.id }, body: { title, description, revision: from.revision } });
    });
  }

  function takeTheirs(current: ManagedPlaylist): void {
    form.reset({ title: current.title, description: current.description });
    setSaved(current);
    setTheirs(null);
    form.setFocus("title");
  }

  // What has been seen of the texts is still so: only the videos have changed since.
  const isSeen = saved.title === playlist.title && saved.description === playlist.description;
  return (
    <section aria-labelledby="playlist-texts" className="rounded-lg border bg-surface p-4 md:p-6">
      <h2 id="playlist-texts" className="text-lg">
        タイトルと説明
      </h2>
      <form
        noValidate
        className="mt-4 grid gap-5"
        onChange={reset}
        onSubmit={save(isSeen ? playlist : saved)}
      >
        <PlaylistFields form={form} />
        {theirs && (
          <ConflictBanner
            theirs={[
              { label: "タイトル", value: theirs.title },
              { label: "説明", value: theirs.description },
            ]}
            isBusy={isPending}
            onOverwrite={() => void save(theirs)()}
            onTakeTheirs={() => takeTheirs(theirs)}
          />
        )}
        {errors.root && <Banner tone="danger">{errors.root.message}</Banner>}
        {isSuccess && <Banner tone="success">再生リストを更新しました。</Banner>}
        <Button type="submit" isBusy={isPending} className="justify-self-start">
          保存
        </Button>
      </form>
    </section>
  );
}
