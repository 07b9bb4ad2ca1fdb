import { PLAYLIST_DESCRIPTION_MAX, PLAYLIST_TITLE_MAX } from "@manabiya/contract/staff/playlists.ts";
import { TextArea } from "../../forms/text-area.tsx";
import { registerField } from "../../forms/register-field.ts";
import { TextField } from "../../ui/text-field.tsx";
import type { PlaylistForm } from "./playlist-form.ts";

export function PlaylistFields({ form }: { form: PlaylistForm }) {
  const { errors } = form.formState;
  return (
    <>
      <TextField
        label="タイトル"
        required
        maxLength={PLAYLIST_TITLE_MAX}
        autoComplete="off"
        error={errors.title?.message}
        {...registerField(form, "title")}
      />
      <TextArea
        label="説明"
        rows={4}
        maxLength={PLAYLIST_DESCRIPTION_MAX}
        error={errors.description?.message}
        {...registerField(form, "description")}
      />
    </>
  );
}
