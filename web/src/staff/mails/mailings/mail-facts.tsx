import type { MailCounts } from "@manabiya/contract/staff/mailings.ts";
import { Banner } from "../../../ui/banner.tsx";
import { NewTabLink } from "../../table/text-link.tsx";

/** Shown while the site names no sender, because no such mail is sent then. */
export function SenderBanner() {
  return (
    <Banner tone="notice">
      送信者の名称と住所が設定されていないため、これらのメールは送信されません。管理者が、「サイトの設定」で登録できます。
    </Banner>
  );
}

const number = (count: number) => count.toLocaleString("ja-JP");

/** How many members got a mail, and the others by reason. */
export function countsText({ waiting, sent, skipped, failed, unanswered }: MailCounts): string {
  const facts: [label: string, count: number][] = [
    ["送信済み", sent],
    ["送信待ち", waiting],
    ["配信停止・退会・契約の変更のため送信なし", skipped],
    ["宛先不明", failed],
    ["届いたか不明（再送信しません）", unanswered],
  ];
  const shown = facts.filter(([label, count]) => count > 0 || label === "送信済み");
  return shown.map(([label, count]) => `${label} ${number(count)}人`).join("、");
}

/** Opens a tab, because the mail brings its own page. */
export function PreviewLink({ url, name }: { url: string; name: string }) {
  return (
    <NewTabLink href={url} of={name} className="@xl:px-3">
      プレビューを開く
    </NewTabLink>
  );
}
