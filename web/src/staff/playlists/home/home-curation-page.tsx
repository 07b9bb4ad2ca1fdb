import { contract } from "@manabiya/contract";
import type { HomeCuration, PINNED_MAX } from "@manabiya/contract/catalogue/home-curation.ts";
import type { ManagedVideo } from "@manabiya/contract/staff/playlists.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, query, useRead } from "../../../api/calls.ts";
import { Failure } from "../../../ui/loaded.tsx";
import { SkeletonGroup } from "../../../ui/skeleton.tsx";
import { StaffPage } from "../../table/staff-layout.tsx";
import type { Playlist } from "../../../api/answers.ts";
import { SelectField } from "../../../forms/fields.tsx";
import { Previewed } from "../../../forms/previewed.tsx";
import { RecordForm } from "../../../forms/record-form.tsx";
import { useRecordForm } from "../../../forms/use-record-form.ts";
import { FoldedVideoPicker } from "../../table/video-picker.tsx";
import { moveEntry } from "../move-entry.ts";
import { OrderedVideos } from "../ordered-videos.tsx";
import { HomePreview } from "./home-preview.tsx";

/** The screen on which staff choose what home recommends. */
export default function HomeCurationPage() {
  const curation = useRead(contract.adminHome.get);
  const playlists = useRead(contract.playlists.list);
  const failed = [curation, playlists].filter(({ isError, data }) => isError && !data);
  return (
    <StaffPage title="ホーム管理">
      {failed.length > 0 && (
        <Failure
          message="ホームの設定を読み込めませんでした。"
          query={{ isFetching: false, refetch: () => failed.forEach(({ refetch }) => void refetch()) }}
        />
      )}
      {failed.length === 0 && !(curation.data && playlists.data) && <SkeletonGroup blocks={["h-100"]} />}
      {curation.data && playlists.data && <CurationForm curation={curation.data} playlists={playlists.data} />}
    </StaffPage>
  );
}

/** The type holds it to the contract's number, whose import would load all schemas. */
const MAX: typeof PINNED_MAX = 8;

interface CurationValues {
  pinned: ManagedVideo[];
  /** Empty: none. */
  newcomers_playlist: string;
}

const choiceOf = ({ pinned, newcomers_playlist }: CurationValues) => ({
  pinned: pinned.map(({ id }) => id),
  newcomers_playlist: newcomers_playlist === "" ? null : Number(newcomers_playlist),
});

function CurationForm({ curation, playlists }: { curation: HomeCuration; playlists: readonly Playlist[] }) {
  const client = useQueryClient();
  /** The answer to the last press in the list of videos. */
  const [note, setNote] = useState("");
  const state = useRecordForm<CurationValues, HomeCuration, HomeCuration>({
    record: curation,
    valuesOf: (record) => ({
      pinned: record?.pinned ?? [],
      newcomers_playlist: String(record?.newcomers_playlist ?? ""),
    }),
    check: () => ({}),
    save: (values, replaced) =>
      call(contract.adminHome.update, {
        body: { ...choiceOf(values), ...(replaced && { revision: replaced.revision }) },
      }),
    onConflict: (current) => client.setQueryData(query(contract.adminHome.get).queryKey, current),
    failed: "ホームの設定の保存に失敗しました。",
    part: "home",
    recoverAs: "home",
    firstField: "newcomers_playlist",
  });
  const { values, setValue } = state;
  const { pinned } = values;
  const move = (from: number, to: number) => setValue("pinned", moveEntry(pinned, from, to));

  function pin({ id, video_id, title, thumbnail, published_at }: ManagedVideo): void {
    if (pinned.some((video) => video.id === id)) return setNote(`「${title}」はすでに固定しています。`);
    if (pinned.length >= MAX) return setNote(`固定できる動画は${MAX}本までです。先にほかの動画を外してください。`);
    setValue("pinned", [...pinned, { id, video_id, title, thumbnail, published_at }]);
    setNote(`「${title}」を固定しました。保存すると会員に表示されます。`);
  }

  return (
    <Previewed preview={<HomePreview choice={choiceOf(values)} />}>
      <section aria-label="設定" className="grid gap-6 rounded-lg border bg-surface p-4 @2xl:p-6">
        <RecordForm
          state={state}
          label="ホーム"
          submitLabel="保存"
          fieldsOf={(theirs) => [
            { label: "固定した動画", value: theirs.pinned.map(({ title }) => title).join("、") },
            { label: "再生リスト", value: playlists.find(({ id }) => id === theirs.newcomers_playlist)?.title ?? "" },
          ]}
          done={state.saved && "ホームの設定を保存しました。"}
        >
          <SelectField
            label="はじめての方への再生リスト"
            hint="3本（動画が3本未満の場合はすべて）を見終わるまで、会員のホームの一番上に表示します。"
            {...state.field("newcomers_playlist")}
          >
            <option value="">表示しない</option>
            {playlists.map(({ id, title, video_count }) => (
              <option key={id} value={id}>
                {title}（{video_count}本）
              </option>
            ))}
          </SelectField>
          <OrderedVideos
            title="固定するおすすめ動画"
            videos={pinned}
            empty="固定した動画はありません。おすすめ動画は自動で選ばれます。"
            failure={state.errorOf("pinned") ?? null}
            onShow={move}
            onMove={move}
            removal="固定から外す"
            onRemove={({ id }) => {
              setNote("");
              setValue(
                "pinned",
                pinned.filter((video) => video.id !== id),
              );
            }}
          />
        </RecordForm>
        <p role="status" className="phrase text-muted empty:hidden">
          {note}
        </p>
        <FoldedVideoPicker summary="固定する動画を探す" onPick={pin} />
      </section>
    </Previewed>
  );
}
