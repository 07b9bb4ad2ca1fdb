import { contract } from "@manabiya/contract";
import {
  type ManagedPlaylist,
  PLAYLIST_DESCRIPTION_MAX,
  PLAYLIST_TITLE_MAX,
  PlaylistCreateBody,
} from "@manabiya/contract/staff/playlists.ts";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/calls.ts";
import { RecordForm } from "../../forms/record-form.tsx";
import { TextArea } from "../../forms/fields.tsx";
import { messagesOf, useRecordForm } from "../../forms/use-record-form.ts";
import { TextField } from "../../ui/text-field.tsx";
import { playlistKey } from "./use-entry-order.ts";
import { Section } from "../../ui/page/section.tsx";

export interface PlaylistValues {
  title: string;
  description: string;
}

/** The options that creating and editing a playlist share. */
export const PLAYLIST_FORM = {
  valuesOf: (playlist: PlaylistValues | null): PlaylistValues => ({
    title: playlist?.title ?? "",
    description: playlist?.description ?? "",
  }),
  check: (values: PlaylistValues) => messagesOf(PlaylistCreateBody.safeParse(values)),
  firstField: "title",
} as const;

export function PlaylistFields({
  field,
}: {
  field: ReturnType<typeof useRecordForm<PlaylistValues, ManagedPlaylist, unknown>>["field"];
}) {
  return (
    <>
      <TextField label="タイトル" required maxLength={PLAYLIST_TITLE_MAX} autoComplete="off" {...field("title")} />
      <TextArea label="説明" rows={4} maxLength={PLAYLIST_DESCRIPTION_MAX} {...field("description")} />
    </>
  );
}

export function PlaylistForm({ playlist }: { playlist: ManagedPlaylist }) {
  const { id } = playlist;
  const client = useQueryClient();
  const state = useRecordForm({
    ...PLAYLIST_FORM,
    record: playlist,
    save: (values, replaced: ManagedPlaylist | null) =>
      call(contract.playlistManagement.update, { params: { id }, body: { ...values, revision: replaced?.revision } }),
    onConflict: (current) => client.setQueryData(playlistKey(id), current),
    failed: "再生リストの更新に失敗しました。",
    part: "text",
  });
  return (
    <Section title="タイトルと説明" isPanel>
      <RecordForm
        state={state}
        submitLabel="保存"
        fieldsOf={({ title, description }) => [
          { label: "タイトル", value: title },
          { label: "説明", value: description },
        ]}
        done={state.saved && "再生リストを更新しました。"}
      >
        <PlaylistFields field={state.field} />
      </RecordForm>
    </Section>
  );
}
