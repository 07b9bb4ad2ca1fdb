import { contract } from "@manabiya/contract";
import { type ManagedPlaylist, PLAYLIST_TITLE_MAX, PlaylistCreateBody } from "@manabiya/contract/staff/playlists.ts";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/calls.ts";
import { RecordForm } from "../../forms/record-form.tsx";
import { type FieldText, FormField } from "../../forms/fields.tsx";
import { messagesOf, useRecordForm } from "../../forms/use-record-form.ts";
import { playlistKey } from "./use-entry-order.ts";
import { Section } from "../../ui/page/section.tsx";

export type PlaylistValues = Pick<ManagedPlaylist, "title" | "description">;

/** The options that creating and editing a playlist share. */
export const PLAYLIST_FORM = {
  valuesOf: (playlist: PlaylistValues | null): PlaylistValues => ({
    title: playlist?.title ?? "",
    description: playlist?.description ?? "",
  }),
  check: (values: PlaylistValues) => messagesOf(PlaylistCreateBody.safeParse(values)),
  firstField: "title",
} as const;

const FIELDS = {
  title: { label: "タイトル", required: true, maxLength: PLAYLIST_TITLE_MAX },
  description: { label: "説明", rows: 4 },
} satisfies Record<keyof PlaylistValues, FieldText>;

type PlaylistFormState = ReturnType<typeof useRecordForm<PlaylistValues, ManagedPlaylist, unknown>>;

export function PlaylistFields({ field }: Pick<PlaylistFormState, "field">) {
  return (
    <>
      <FormField {...FIELDS.title} {...field("title")} />
      <FormField {...FIELDS.description} {...field("description")} />
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
    recoverAs: `playlist ${id}`,
  });
  return (
    <Section title="タイトルと説明" isPanel>
      <RecordForm state={state} submitLabel="保存" fields={FIELDS} done={state.saved && "再生リストを更新しました。"}>
        <PlaylistFields field={state.field} />
      </RecordForm>
    </Section>
  );
}
