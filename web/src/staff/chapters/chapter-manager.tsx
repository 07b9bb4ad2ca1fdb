import { contract } from "@manabiya/contract";
import { parseClock } from "@manabiya/contract/rules/clock-time.ts";
import { useState } from "react";
import { ClockTime } from "../../catalogue/videos/clock-time.tsx";
import { DoneBanner } from "../../forms/done-banner.tsx";
import { Section } from "../../ui/page/section.tsx";
import { ChapterForm, type ChapterPlayer } from "./chapter-form.tsx";
import { ChapterList } from "./chapter-list.tsx";
import { sendForm } from "../../forms/file-transfer.ts";
import { Button } from "../../ui/button.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { CsvUploadForm } from "../csv/csv-upload-form.tsx";

/** The message about the last change, shown in the part that changed. */
interface Done {
  part: "list" | "new";
  message: string;
  takesFocus: boolean | undefined;
  number: number;
}

interface ChapterManagerProps {
  videoId: number;
  /** Absent: no player stands beside the chapters. */
  player?: ChapterPlayer;
}

/** The chapters of a video: list, form and CSV. */
export function ChapterManager({ videoId, player }: ChapterManagerProps) {
  const [done, setDone] = useState<Done | null>(null);
  const report = (part: Done["part"]) => (message: string, takesFocus?: boolean) =>
    setDone({ part, message, takesFocus, number: (done?.number ?? 0) + 1 });
  // The number remounts the banner, so that screen readers announce a repeated message.
  const doneIn = (part: Done["part"]) => done?.part === part && <DoneBanner key={done.number} {...done} />;
  return (
    <>
      <Section title="チャプター一覧">
        {doneIn("list")}
        <ChapterList videoId={videoId} player={player} onDone={report("list")} />
      </Section>
      <Section title="チャプターを作成">
        <ChapterForm videoId={videoId} chapter={null} player={player} onSaved={report("new")} />
        {doneIn("new")}
      </Section>
      <Section title="CSVで一括登録">
        <ChapterCsv videoId={videoId} />
      </Section>
    </>
  );
}

const TEMPLATE =
  "\ufeffchapter_title,description,time\r\nはじめに,この動画で学ぶこと,0:00\r\n見出しの作り方,3つの型,1:30\r\nまとめ,,15:45\r\n";

function ChapterCsv({ videoId }: { videoId: number }) {
  return (
    <div className="grid gap-4">
      <p className="text-muted">
        列は chapter_title, description, time です。時間は 1:30、01:30、1:02:03 のように書きます。
      </p>
      <Button
        look="secondary"
        className="justify-self-start"
        onClick={() => saveFile("chapter_template.csv", "text/csv;charset=utf-8", TEMPLATE)}
      >
        テンプレートをダウンロード
      </Button>
      <CsvUploadForm
        label="CSVで一括登録"
        hint="2MB、5,000行まで。文字コードはShift_JISまたはUTF-8。"
        sendFile={(file, { dry_run, ...options }) =>
          sendForm(contract.adminChapters.uploadCsv, {
            params: { id: String(videoId) },
            querystring: { dry_run: String(dry_run) },
            body: { file },
            ...options,
          })
        }
        failed="CSVファイルのアップロードに失敗しました。"
        hasGoodRows={({ rows }) => rows.length > 0}
        badRowsName="chapter_errors.csv"
        missingFile="動画とCSVファイルを選択してください。"
        renderPreview={({ rows }) =>
          rows.length > 0 && (
            <ol className="max-h-72 list-decimal overflow-y-auto rounded-md border bg-surface py-2 pr-4 pl-10">
              {rows.map(({ title, time_formatted }, index) => (
                <li key={index}>
                  <ClockTime seconds={parseClock(time_formatted) ?? 0} text={time_formatted} /> {title}
                </li>
              ))}
            </ol>
          )
        }
      />
    </div>
  );
}
