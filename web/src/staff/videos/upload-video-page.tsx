import { contract } from "@manabiya/contract";
import { useMutation } from "@tanstack/react-query";
import { downloadFile } from "../../forms/file-transfer.ts";
import { StaffPage } from "../table/staff-layout.tsx";
import { ColumnList } from "../csv/column-list.tsx";
import { VideoCsv } from "./video-csv.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/page/section.tsx";

const COLUMNS: [string, string][] = [
  ["title", "タイトル（必須）"],
  ["video_id", "動画ID、またはYouTube・Vimeoの動画のURL（必須）"],
  ["description", "概要文"],
  ["categories", "カテゴリーの名前。いくつもあるときは | で区切ります。ない名前は新しく作ります。"],
  ["tags", "タグの名前。書き方はカテゴリーと同じです。"],
  ["published_at", "公開日時（日本時間）。例：2026-01-31 18:00。空ならすぐに公開、「下書き」なら下書き。"],
];

export default function AdminVideosUploadPage() {
  const template = useMutation({
    mutationFn: () => downloadFile(contract.adminVideoCsv.template, "video_template.csv"),
    meta: { changes: [] },
  });
  return (
    <StaffPage title="動画の一括登録">
      <Section title="CSVの列">
        <ColumnList columns={COLUMNS} />
        {template.isError && <Banner tone="danger">テンプレートを読み込めませんでした。</Banner>}
        <Button
          look="secondary"
          className="justify-self-start"
          isBusy={template.isPending}
          onClick={() => template.mutate()}
        >
          テンプレートをダウンロード
        </Button>
      </Section>
      <Section title="アップロード">
        <VideoCsv />
      </Section>
    </StaffPage>
  );
}
