import { PLAYLIST_DESCRIPTION_MAX, PLAYLIST_TITLE_MAX } from "@manabiya/contract/playlist-management.ts";
import { TextArea } from "../admin/text-area.tsx";
import { registerField } from "../auth/register-field.ts";
import { TextField } from "../ui/text-field.tsx";
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
