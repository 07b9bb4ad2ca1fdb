import { staff } from "@manabiya/contract/staff.ts";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { CsvReport } from "../admin/csv-report.tsx";
import { FileField } from "../admin/file-field.tsx";
import { ProgressBar } from "../admin/progress-bar.tsx";
import { saveText } from "../admin/save-file.ts";
import { sendForm } from "../admin/send-form.ts";
import { sentenceOf } from "../api.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";

const TEMPLATE =
  "\ufeffchapter_title,description,time\r\nはじめに,この動画で学ぶこと,0:00\r\n見出しの作り方,3つの型,1:30\r\nまとめ,,15:45\r\n";

const NOTHING_CHOSEN = "動画とCSVファイルを選択してください。";

/** Registers the chapters of a CSV. It can be looked at before. */
export function ChapterCsv({ videoId }: { videoId: number }) {
  const form = useRef<HTMLFormElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [share, setShare] = useState(0);
  const cancel = useRef<AbortController>(null);
  const upload = useMutation({
    mutationFn: ({ chosen, dry_run }: { chosen: File; dry_run: boolean }) => {
      cancel.current = new AbortController();
      return sendForm(staff.adminChapters.uploadCsv, {
        params: { id: String(videoId) },
        querystring: { dry_run: String(dry_run) },
        body: { file: chosen },
        onProgress: setShare,
        signal: cancel.current.signal,
      });
    },
    onSuccess: (_, { dry_run }) => {
      if (dry_run) return;
      setFile(null);
      form.current?.reset();
    },
  });
  const { data } = upload;

  function send(dry_run: boolean) {
    setMissing(file === null);
    setShare(0);
    if (file !== null) upload.mutate({ chosen: file, dry_run });
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="CSVで一括登録"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        send(false);
      }}
    >
      <p className="text-muted">
        列は chapter_title, description, time です。時間は 1:30、01:30、1:02:03 のように書きます。
      </p>
      <Button
        look="secondary"
        className="justify-self-start"
        onClick={() => saveText(TEMPLATE, "chapter_template.csv")}
      >
        テンプレートをダウンロード
      </Button>
      <FileField
        label="CSVファイル"
        hint="2MB、5,000行まで。文字コードはUTF-8またはShift_JIS。"
        accept=".csv,text/csv"
        onChange={(chosen) => {
          setFile(chosen);
          setMissing(false);
          upload.reset();
        }}
      />
      {isMissing && <Banner tone="danger">{NOTHING_CHOSEN}</Banner>}
      {upload.isPending && <ProgressBar label="登録しています" share={share < 1 ? share : null} />}
      {upload.error && (
        <Banner tone="danger">{sentenceOf(upload.error, "CSVファイルのアップロードに失敗しました。")}</Banner>
      )}
      {data && (
        <CsvReport
          message={data.message}
          errors={data.errors}
          errorCount={data.error_count}
          badRows={data.bad_rows}
          badRowsName="chapter_errors.csv"
        >
          {upload.variables.dry_run && data.rows.length > 0 && (
            <ol className="max-h-72 list-decimal overflow-y-auto rounded-md border bg-surface py-2 pr-4 pl-10">
              {data.rows.map(({ title, time_formatted }, place) => (
                <li key={place}>
                  {time_formatted} {title}
                </li>
              ))}
            </ol>
          )}
        </CsvReport>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={upload.isPending}>
          アップロード
        </Button>
        {upload.isPending ? (
          <Button look="secondary" onClick={() => cancel.current?.abort()}>
            中止
          </Button>
        ) : (
          <Button look="secondary" onClick={() => send(true)}>
            登録せずに確認
          </Button>
        )}
      </div>
    </form>
  );
}
