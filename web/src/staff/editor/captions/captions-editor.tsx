import { contract } from "@manabiya/contract";
import type { AdminCaptions, ReadCaptions } from "@manabiya/contract/catalogue/captions.ts";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call, query } from "../../../api/calls.ts";
import { RecordForm } from "../../../forms/record-form.tsx";
import { useRecordForm } from "../../../forms/use-record-form.ts";
import type { VideoPlayerHandle } from "../../../player/video-player.tsx";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { Section } from "../../../ui/page/section.tsx";
import { Choice } from "../../../forms/choice.tsx";
import { EditorPlayer, useEditorPlayer } from "../editor-player.tsx";

import { CaptionFile } from "./caption-file.tsx";
import { CaptionList, ROWS } from "./caption-list.tsx";
import { asSrt, asVtt, checkLines, inOrder, spokenLines, type TypedLine, typedLines } from "./lines.ts";
import { ShiftLines } from "./shift-lines.tsx";

const PUBLISH_HINT =
  "この動画を視聴できる方に、字幕と文字起こしが表示されます。無料公開の動画では、会員登録していない方にも表示されます。";

/** The lines beside the player. All of them are saved together. */
export function CaptionsEditor({ video, captions }: { video: AdminVideo; captions: AdminCaptions }) {
  const client = useQueryClient();
  const handle = useRef<VideoPlayerHandle>(null);
  const player = useEditorPlayer(handle);
  const [page, setPage] = useState(0);
  const params = { id: String(video.id) };
  const put = (stored: AdminCaptions) =>
    client.setQueryData(query(contract.adminCaptions.get, { params }).queryKey, stored);
  const state = useRecordForm({
    record: captions,
    valuesOf: (stored) => ({ lines: typedLines(stored?.lines ?? []), published: stored?.published ?? false }),
    check: ({ lines, published }) => {
      const errors = checkLines(lines, video.duration);
      const [first] = Object.keys(errors);
      if (first !== undefined) setPage(Math.floor(Number(first.split(".")[1]) / ROWS));
      if (published && lines.length === 0) errors["published"] = "字幕が1行もないため、公開できません。";
      return errors;
    },
    save: ({ lines, published }, replaced) =>
      call(contract.adminCaptions.set, {
        params,
        body: { lines: spokenLines(lines), published, revision: replaced?.revision ?? 0 },
      }),
    failed: "字幕の保存に失敗しました。",
    part: "lines",
    recoverAs: `captions ${video.id}`,
    onSaved: put,
    onConflict: put,
    firstField: "published",
  });
  const { lines, published } = state.values;
  const setLines = (next: TypedLine[]) => {
    state.setValue("lines", next);
    state.onChange();
  };
  const download = (extension: "vtt" | "srt") =>
    saveFile(
      `captions-${video.id}.${extension}`,
      "text/plain;charset=utf-8",
      (extension === "vtt" ? asVtt : asSrt)(spokenLines(lines)),
    );

  function takeRead(read: ReadCaptions): void {
    setLines(typedLines(read.lines));
    setPage(0);
  }

  return (
    <div className="grid items-start gap-6 @3xl:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] @4xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <EditorPlayer video={video} player={player} handle={handle} hint="再生すると、聞いている行へ移れます。" />
      <div className="grid min-w-0 gap-8 @max-3xl:portrait:**:scroll-mt-[70vw]">
        <RecordForm
          state={state}
          label="字幕"
          submitLabel="保存"
          fieldsOf={(theirs) => [
            { label: "行数", value: `${theirs.lines.length.toLocaleString("ja")}行` },
            { label: "最初の行", value: theirs.lines[0]?.text ?? "" },
            { label: "公開", value: theirs.published ? "公開中" : "非公開" },
          ]}
          done={
            state.saved &&
            (state.saved.published ? "字幕を保存し、公開しました。" : "字幕を保存しました。公開はしていません。")
          }
        >
          <div>
            <Choice
              label="字幕を公開する"
              hint={PUBLISH_HINT}
              checked={published}
              onChange={({ target }) => state.setValue("published", target.checked)}
            />
            <FieldError id="published-error" message={state.errorOf("published")} />
          </div>
          <ShiftLines lines={lines} onShift={setLines} />
          <CaptionList
            lines={lines}
            onChange={setLines}
            errorOf={(path) => state.errorOf(path as "lines")}
            player={player.forChapters}
            page={page}
            onPage={setPage}
          />
        </RecordForm>
        <div className="flex flex-wrap gap-3">
          <Button look="secondary" onClick={() => setLines(inOrder(lines))}>
            開始時間の順に並べ替え
          </Button>
          {lines.length > 0 && (
            <>
              <Button look="secondary" onClick={() => download("vtt")}>
                VTT形式で書き出す
              </Button>
              <Button look="secondary" onClick={() => download("srt")}>
                SRT形式で書き出す
              </Button>
            </>
          )}
        </div>
        <Section title="ファイルから読み込む" className="border-t pt-6">
          <CaptionFile videoId={video.id} present={lines.length} onRead={takeRead} />
        </Section>
      </div>
    </div>
  );
}
