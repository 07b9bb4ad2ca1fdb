import { contract } from "@manabiya/contract";
import { useMutation } from "@tanstack/react-query";
import type { Profile } from "../../api/answers.ts";
import { mutation } from "../../api/calls.ts";
import { OwnerDialog } from "../passwords/owner-dialog.tsx";
import { clearStorage } from "../session/storage.ts";
import { WhatIsLost } from "./what-is-lost.tsx";

const FAILED = "退会の手続きに失敗しました。もう一度お試しください。";

export default function LeaveDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const leave = useMutation({
    ...mutation(contract.profile.remove, { changes: [] }),
    onSuccess: goodbye,
  });
  return (
    <OwnerDialog
      title="退会しますか？"
      confirmLabel="退会する"
      closeLabel="会員を続ける"
      look="danger"
      failed={FAILED}
      asksAtOnce
      hint="ご本人であることを確認するため、入力してください。"
      hasSecondFactor={profile.has_second_factor}
      isBusy={leave.isPending || leave.isSuccess}
      onConfirm={({ password = "", code }, options) => leave.mutate({ body: { password, code } }, options)}
      onClose={onClose}
    >
      <WhatIsLost profile={profile} />
    </OwnerDialog>
  );
}

/** The application is left altogether, without a look at its login screen on the way. */
function goodbye(): void {
  clearStorage();
  window.location.replace("/landing");
}
