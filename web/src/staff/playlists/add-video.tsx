import { contract } from "@manabiya/contract";
import { zodResolver } from "@hookform/resolvers/zod";
import { type ManagedPlaylist, PlaylistVideoBody } from "@manabiya/contract/staff/playlists.ts";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { FoldedVideoPicker } from "../table/video-picker.tsx";
import { mutation } from "../../api/calls.ts";
import { registerField } from "../../forms/register-field.ts";
import { showFailure } from "../../forms/show-failure.ts";
import { site } from "../../site.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { Section } from "../../ui/page/section.tsx";

const FAILED = "動画の追加に失敗しました。";

/** Adds a video by id or address, or from the list of all videos. */
export function AddVideo({ playlist: { id, entries } }: { playlist: ManagedPlaylist }) {
  const form = useForm({
    resolver: zodResolver(PlaylistVideoBody),
    defaultValues: { video_id: "" },
    reValidateMode: "onSubmit",
  });
  const { errors } = form.formState;
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
      <form
        noValidate
        className="grid gap-4"
        onChange={reset}
        onSubmit={form.handleSubmit(({ video_id }) => add(video_id))}
      >
        <TextField
          label="動画IDまたはURL"
          hint={`${site.name}の動画番号、YouTubeやVimeoのIDやURLで追加できます。`}
          required
          maxLength={300}
          autoComplete="off"
          {...registerField(form, "video_id")}
        />
        {errors.root && <Banner tone="danger">{errors.root.message}</Banner>}
        {isSuccess && <Banner tone="success">動画を追加しました。（全{entries.length}本）</Banner>}
        <Button type="submit" isBusy={isPending} className="justify-self-start">
          追加する
        </Button>
      </form>
      <FoldedVideoPicker summary="動画の一覧から探す" onPick={(video) => add(video.id)} />
    </Section>
  );
}
