import { contract } from "@manabiya/contract";
import { StaffPage } from "../table/staff-layout.tsx";
import { CsvButton } from "./csv-button.tsx";
import { ColumnList } from "./column-list.tsx";
import { VideoSheetForm } from "./video-sheet-form.tsx";
import { Section } from "../../ui/page/section.tsx";

const COLUMNS: [string, string][] = [
  ["タイトル", "空にはできません。"],
  ["公開日時", "日本時間で「2026-01-31 18:00」。「公開」ならすぐに公開、「下書き」なら非公開。空にはできません。"],
  [
    "動画のURL",
    "YouTube・VimeoのURL。別の配信サービスのURLに変更しても、お気に入り、視聴履歴、視聴回数、チャプター、サムネイル、長さはそのままです。",
  ],
  ["長さ（秒）", "「754」のような秒の数。"],
  ["カテゴリー、タグ", "名前。いくつもあるときは | で区切ります。登録のない名前は、新しく作成します。"],
  ["再生リスト", "名前。いくつもあるときは | で区切ります。追加した動画は、行の順で再生リストの最後に入ります。"],
  ["チャプター", "1行に1つ「1:30 見出しの作り方」。要約は次の行に、全角の空白から書きます。"],
  ["概要文", "改行も使えます。"],
  [
    "番号、版",
    "変更しないでください。版の列があれば、書き出した後に変更された内容を上書きしません。「ファイルの内容に戻す」を選択すると、書き出したときの内容にも戻せます。",
  ],
  ["視聴回数、登録日時、サムネイル", "参考です。変更しても反映されません。"],
];

const RULES = [
  "空にしたセルは、その内容を消します。",
  "列や行を削除しても、動画は削除されず、内容も変わりません。",
  "文字の前の「'」は、表計算ソフトが数や日付に変えないための印です。取れてもかまいません。",
  "Excelでは「CSV UTF-8（コンマ区切り）」で保存します。",
];

export default function VideoSheetPage() {
  return (
    <StaffPage title="CSVでまとめて編集">
      <Section title="1. ダウンロードして編集">
        <p className="phrase">
          すべての動画を、チャプターと再生リストも一緒に1つのCSVにします。ExcelやGoogleスプレッドシートで編集できます。
        </p>
        <CsvButton
          route={contract.adminVideoSheet.download}
          name="videos.csv"
          label="CSVをダウンロード"
          look="primary"
        />
        <details className="rounded-md border bg-surface px-4">
          <summary className="min-h-target cursor-pointer py-2.5 font-bold">列の書き方</summary>
          <ul className="grid list-disc gap-1 pb-4 pl-5">
            {RULES.map((rule) => (
              <li key={rule} className="phrase">
                {rule}
              </li>
            ))}
          </ul>
          <div className="pb-4">
            <ColumnList columns={COLUMNS} />
          </div>
        </details>
      </Section>
      <Section title="2. アップロードして確認">
        <VideoSheetForm />
      </Section>
    </StaffPage>
  );
}
