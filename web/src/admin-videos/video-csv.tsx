import type { VideoCsvAnswer } from "@manabiya/contract/admin-video-csv.ts";
import { staff } from "@manabiya/contract/staff.ts";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { CsvReport } from "../admin/csv-report.tsx";
import { FileField } from "../admin/file-field.tsx";
import { ProgressBar } from "../admin/progress-bar.tsx";
import { sendForm } from "../admin/send-form.ts";
import { sentenceOf } from "../api.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";

const FAILED = "動画の一括登録に失敗しました。";

/** Registers the videos of a CSV. It can be looked at before. */
export function VideoCsv() {
  const form = useRef<HTMLFormElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string>();
  const [share, setShare] = useState(0);
  const cancel = useRef<AbortController>(null);
  const upload = useMutation({
    mutationFn: ({ chosen, dry_run }: { chosen: File; dry_run: boolean }) => {
      cancel.current = new AbortController();
      return sendForm(staff.adminVideoCsv.upload, {
        querystring: { dry_run: String(dry_run) },
        body: { csv_file: chosen },
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

  function choose(chosen: File | null) {
    const isCsv = chosen === null || /\.csv$/i.test(chosen.name);
    setFile(isCsv ? chosen : null);
    setFault(isCsv ? undefined : "CSVファイル（.csv）を選択してください。");
    upload.reset();
  }

  function send(dry_run: boolean) {
    setShare(0);
    if (file !== null) upload.mutate({ chosen: file, dry_run });
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="動画の一括登録"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        send(false);
      }}
    >
      <FileField
        label="CSVファイル"
        hint="2MB、5,000行まで。文字コードはUTF-8またはShift_JIS。"
        accept=".csv"
        error={fault}
        onChange={choose}
      />
      {upload.isPending && <ProgressBar label="登録しています" share={share < 1 ? share : null} />}
      {upload.error && <Banner tone="danger">{sentenceOf(upload.error, FAILED)}</Banner>}
      {data && (
        <CsvReport
          message={data.message}
          errors={data.errors}
          errorCount={data.error_count}
          badRows={data.bad_rows}
          badRowsName="video_errors.csv"
        >
          {upload.variables.dry_run && <Preview answer={data} />}
        </CsvReport>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={file === null} isBusy={upload.isPending}>
          アップロード
        </Button>
        {upload.isPending ? (
          <Button look="secondary" onClick={() => cancel.current?.abort()}>
            中止
          </Button>
        ) : (
          <Button look="secondary" disabled={file === null} onClick={() => send(true)}>
            登録せずに確認
          </Button>
        )}
      </div>
    </form>
  );
}

/** What would be created. */
function Preview({ answer: { rows, new_categories, new_tags } }: { answer: VideoCsvAnswer }) {
  return (
    <div className="grid gap-2 rounded-md border bg-surface p-4">
      {rows.length > 0 && (
        <ol className="max-h-72 list-decimal overflow-y-auto pl-6">
          {rows.map(({ title, video_id, categories, tags }) => (
            <li key={video_id}>
              {title}
              <span className="ml-2 text-xs text-muted">{[video_id, ...categories, ...tags].join("・")}</span>
            </li>
          ))}
        </ol>
      )}
      {new_categories.length > 0 && <p>新しいカテゴリー: {new_categories.join("、")}</p>}
      {new_tags.length > 0 && <p>新しいタグ: {new_tags.join("、")}</p>}
    </div>
  );
}
