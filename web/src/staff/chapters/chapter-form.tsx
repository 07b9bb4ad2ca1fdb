import { contract } from "@manabiya/contract";
import type { AdminChapter } from "@manabiya/contract/staff/chapters.ts";
import { parseClock } from "@manabiya/contract/rules/clock-time.ts";
import { formatTimeCode } from "@manabiya/contract/rules/time-code.ts";
import { call } from "../../api/calls.ts";
import { RecordForm } from "../../forms/record-form.tsx";
import { TextArea } from "../../forms/fields.tsx";
import { useRecordForm } from "../../forms/use-record-form.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";

interface ChapterValues {
  title: string;
  description: string;
  /** "MM:SS" */
  time_seconds: string;
}

const TIME = /^\d{2}:[0-5]\d$/;
/** Chapters of a CSV can lie beyond two digits of minutes. */
const LONG_TIME = /^\d{2,4}:[0-5]\d$/;
/** Seconds: 99:59. */
const LONGEST_TIME = 5_999;

/** Chapters of a CSV can lack a description; staff may leave it empty there. */
const needsDescription = (chapter: AdminChapter | null) => chapter?.description !== "";

function check(
  { title, description, time_seconds }: ChapterValues,
  chapter: AdminChapter | null,
  isLong = (chapter?.time_seconds ?? 0) > LONGEST_TIME,
) {
  const format = isLong ? LONG_TIME : TIME;
  return {
    ...(title.trim() === "" && { title: "チャプタータイトルを入力してください。" }),
    ...(needsDescription(chapter) && description.trim() === "" && { description: "説明を入力してください。" }),
    ...(!format.test(time_seconds) && { time_seconds: "時間は「01:30」のように、分と秒を2桁ずつで入力してください。" }),
  };
}

/** The player beside the chapters. */
export interface ChapterPlayer {
  /** The position in seconds; null until the video has played. */
  position: (() => number) | null;
  playFrom: (seconds: number) => void;
}

interface ChapterFormProps {
  videoId: number;
  /** Null for a new chapter. */
  chapter: AdminChapter | null;
  player?: ChapterPlayer | undefined;
  onSaved: (message: string) => void;
  onCancel?: () => void;
}

/** @param chapter null for a new one */
export const chapterRecoveryName = (videoId: number, chapter: AdminChapter | null) =>
  `chapter ${chapter?.id ?? `of ${videoId}`}`;

export function ChapterForm({ videoId, chapter, player, onSaved, onCancel }: ChapterFormProps) {
  const params = { id: String(videoId) };
  const state = useRecordForm<ChapterValues, AdminChapter, AdminChapter>({
    record: chapter,
    valuesOf: (stored) => ({
      title: stored?.title ?? "",
      description: stored?.description ?? "",
      time_seconds: stored?.time_formatted ?? "",
    }),
    // A long video's player reports times beyond two digits of minutes.
    check: (typed, replaced) => check(typed, replaced, player && (parseClock(typed.time_seconds) ?? 0) > LONGEST_TIME),
    save: (values, replaced) => {
      const body = { ...values, time_seconds: parseClock(values.time_seconds) ?? 0 };
      if (replaced === null) return call(contract.adminChapters.create, { params, body });
      const { id: chapter_id, revision } = replaced;
      return call(contract.adminChapters.update, { params: { ...params, chapter_id }, body: { ...body, revision } });
    },
    onSaved: () => onSaved(chapter ? "チャプターを更新しました。" : "チャプターを作成しました。"),
    failed: chapter ? "チャプターの更新に失敗しました。" : "チャプターの作成に失敗しました。",
    part: chapter ? "row" : "new",
    recoverAs: chapterRecoveryName(videoId, chapter),
    changesOf: () => (chapter ? `チャプター「${chapter.title}」` : "新しいチャプター"),
    firstField: "title",
    takesFocus: chapter !== null,
  });
  const time = state.field("time_seconds");
  return (
    <RecordForm
      state={state}
      label={chapter ? `「${chapter.title}」を編集` : "新しいチャプター"}
      submitLabel={chapter ? "更新" : "チャプターを作成"}
      onCancel={onCancel}
      fieldsOf={({ title, time_formatted, description }) => [
        { label: "タイトル", value: title },
        { label: "時間", value: time_formatted },
        { label: "説明", value: description },
      ]}
    >
      <div className="grid gap-4 @xl:grid-cols-[minmax(0,1fr)_8rem]">
        <TextField label="チャプタータイトル" required maxLength={200} {...state.field("title")} />
        <TextField
          label="時間（MM:SS）"
          required
          placeholder="01:30"
          inputMode="numeric"
          {...time}
          onChange={(event) => {
            event.target.value = event.target.value.normalize("NFKC").trim();
            return time.onChange(event);
          }}
        />
      </div>
      {player && (
        <Button
          look="secondary"
          className="justify-self-start"
          disabled={player.position === null}
          onClick={() => player.position && state.setValue("time_seconds", formatTimeCode(player.position()))}
        >
          現在の再生位置を使う
        </Button>
      )}
      <TextArea
        label="説明"
        required={needsDescription(chapter)}
        rows={chapter ? 4 : 3}
        {...state.field("description")}
      />
    </RecordForm>
  );
}
