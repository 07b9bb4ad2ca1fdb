import { contract } from "@manabiya/contract";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, useWrite } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { RecordForm } from "../../forms/record-form.tsx";
import { TextArea } from "../../forms/fields.tsx";
import { useRecordForm } from "../../forms/use-record-form.ts";
import { newestOf, putVideo, useNewest } from "../videos/use-admin-videos.ts";
import { recoverText, useRecoverableText } from "../../forms/recoverable-text.ts";
import { useSaveAll } from "../../forms/saved-together.tsx";
import { useUnsaved } from "../../forms/unsaved.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { areReady, ChapterDrafts, type Draft, draftsOf, toChapters } from "./chapter-drafts.tsx";

/** The description of a video, and the chapters that its times name. */
export function DescriptionForm({ video }: { video: AdminVideo }) {
  const client = useQueryClient();
  const state = useRecordForm({
    record: useNewest(video),
    valuesOf: (stored) => ({ description: stored?.description ?? "" }),
    check: () => ({}),
    save: (values, replaced) =>
      call(contract.adminVideos.describe, {
        params: { id: String(video.id) },
        body: { ...values, revision: replaced?.revision },
      }),
    failed: "概要文の更新に失敗しました。",
    part: "text",
    recoverAs: `description ${video.id}`,
    changesOf: () => "概要文",
    newest: () => newestOf(client, video),
    onSaved: (saved) => putVideo(client, saved),
    onConflict: (current) => putVideo(client, current),
    firstField: "description",
  });
  return (
    <>
      <RecordForm
        state={state}
        submitLabel="更新"
        fieldsOf={({ description }) => [{ label: "概要文", value: description }]}
        done={state.saved && (state.saved.message || "概要文を更新しました。")}
      >
        <TextArea label="概要文" rows={10} {...state.field("description")} />
      </RecordForm>
      <FoundChapters videoId={video.id} description={state.values.description} />
    </>
  );
}

/** Offers to create chapters from the times in a description. */
function FoundChapters({ videoId, description }: { videoId: number; description: string }) {
  const recoverAs = `found chapters ${videoId}`;
  const [recovered] = useState(() => recoverText(recoverAs) as { drafts: Draft[]; found: Draft[] } | null);
  const [drafts, setDrafts] = useState<Draft[] | null>(recovered?.drafts ?? null);
  /** The drafts before any change. */
  const [found, setFound] = useState<Draft[]>(recovered?.found ?? []);
  const saveAll = useSaveAll();
  // Among the forms of the editor, drafts wait for its button.
  const isUnsaved = drafts !== null && (saveAll ? drafts.length > 0 : JSON.stringify(drafts) !== JSON.stringify(found));
  useRecoverableText(recoverAs, isUnsaved ? { drafts, found } : null);
  const create = useWrite(contract.adminChapters.createAll, { onSuccess: () => setDrafts(null) });
  const isReady = drafts !== null && drafts.length > 0 && areReady(drafts);
  const request = { params: { id: String(videoId) }, body: { chapters: toChapters(drafts ?? []) } };
  useUnsaved("chapters", isUnsaved, {
    recoverAs,
    name: "概要文から作るチャプター",
    isBlocked: false,
    save: async () =>
      isReady &&
      create.mutateAsync(request).then(
        () => true,
        () => false,
      ),
    discard: () => setDrafts(null),
  });
  const done = create.isSuccess && (
    <Banner tone="success">
      {create.data.created_count > 0
        ? create.data.message
        : "すべて登録済みのチャプターです。新しく作成したものはありません。"}
    </Banner>
  );
  if (drafts === null) {
    const named = draftsOf(description);
    return (
      <div className="grid gap-3">
        {done}
        {named.length > 0 && (
          <Button
            look="secondary"
            className="justify-self-start"
            onClick={() => {
              create.reset();
              setFound(named);
              setDrafts(named);
            }}
          >
            概要文の時間からチャプターを作る（{named.length}件）
          </Button>
        )}
      </div>
    );
  }
  return (
    <section aria-labelledby="found" className="grid gap-4 rounded-lg border bg-surface p-5">
      <h3 id="found" className="text-base">
        概要文から作るチャプター
      </h3>
      <ChapterDrafts drafts={drafts} onChange={setDrafts} />
      <MutationState of={create} failed="チャプターの作成に失敗しました。" />
      <div className="flex flex-wrap gap-3">
        {!saveAll && (
          <Button isBusy={create.isPending} disabled={!isReady} onClick={() => create.mutate(request)}>
            {drafts.length}件のチャプターを作成
          </Button>
        )}
        <Button look="secondary" onClick={() => setDrafts(null)}>
          キャンセル
        </Button>
      </div>
    </section>
  );
}
