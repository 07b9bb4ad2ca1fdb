import { contract } from "@manabiya/contract";
import { type ManagedPlaylist, PlaylistVideoBody } from "@manabiya/contract/staff/playlists.ts";
import { useMutation } from "@tanstack/react-query";
import { FoldedVideoPicker } from "../table/video-picker.tsx";
import { mutation } from "../../api/calls.ts";
import { BodyForm, useBodyForm } from "../../forms/body-form.tsx";
import { registerField } from "../../forms/register-field.ts";
import { showFailure } from "../../forms/show-failure.ts";
import { site } from "../../site.ts";
import { TextField } from "../../ui/text-field.tsx";
import { Section } from "../../ui/page/section.tsx";

const FAILED = "動画の追加に失敗しました。";

/** Adds a video by id or address, or from the list of all videos. */
export function AddVideo({ playlist: { id, entries } }: { playlist: ManagedPlaylist }) {
  const { form, failure } = useBodyForm(PlaylistVideoBody, { video_id: "" });
  const { mutate, isPending, isSuccess, reset } = useMutation({
    ...mutation(contract.playlistManagement.addVideo),
    onSuccess: () => form.reset(),
    onError: (error) => showFailure(form, error, FAILED),
  });

  function add(video_id: string | number): void {
    form.clearErrors();
    mutate({ params: { id }, body: { video_id } });
  }

  return (
    <Section title="動画を追加" isPanel>
      <BodyForm
        onChange={reset}
        onSubmit={form.handleSubmit(({ video_id }) => add(video_id))}
        className="grid gap-4"
        failure={failure}
        done={isSuccess && `動画を追加しました。（全${entries.length}本）`}
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
