import { contract } from "@manabiya/contract";
import type { MemberFilter } from "@manabiya/contract/staff/members.ts";
import { Download } from "lucide-react";
import { useState } from "react";
import { call } from "../../api/calls.ts";
import { Button } from "../../ui/button.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { type MemberAction, ReasonDialog } from "./reason-dialog.tsx";

/** Downloads every member of the filtered list. */
export function MembersCsv({ listed, count }: { listed: { q: string; status: MemberFilter }; count: number }) {
  const [isOpen, setOpen] = useState(false);
  const action: MemberAction = {
    title: "CSVをダウンロードしますか？",
    text: `表示中の条件に合う${count}人の名前とメールアドレスなどを、1つのファイルに保存します。個人情報のため、取り扱いにご注意ください。`,
    confirmLabel: "ダウンロード",
    isTaking: false,
    send: async ({ reason }) => {
      const { csv } = await call(contract.adminMemberDesk.csv, { body: { ...listed, reason } });
      saveFile("members.csv", "text/csv", csv);
      return null;
    },
    failed: "CSVをダウンロードできませんでした。",
  };
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        <Download aria-hidden className="size-5" />
        CSVでダウンロード
      </Button>
      {isOpen && <ReasonDialog action={action} onClose={() => setOpen(false)} onDone={() => setOpen(false)} />}
    </>
  );
}
