import { contract } from "@manabiya/contract";
import { useState } from "react";
import { call } from "../../api/calls.ts";
import { Button } from "../../ui/button.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { type MemberAction, ReasonDialog } from "./reason-dialog.tsx";

const ACTION: MemberAction = {
  title: "会員を書き出しますか？",
  text: "すべての会員の名前、メールアドレス、視聴履歴などを1つのファイルに保存します。個人情報のため、取り扱いにご注意ください。",
  confirmLabel: "書き出す",
  isTaking: false,
  send: async ({ reason }) => {
    const { csv } = await call(contract.adminMoving.exportMembers, { body: { reason } });
    saveFile("members_to_move.csv", "text/csv", csv);
    return null;
  },
  failed: "会員を書き出せませんでした。",
};

/** Downloads all members in the form of the import. */
export function ExportMembers() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
        会員を書き出す
      </Button>
      {isOpen && <ReasonDialog action={ACTION} onClose={() => setOpen(false)} onDone={() => setOpen(false)} />}
    </>
  );
}
