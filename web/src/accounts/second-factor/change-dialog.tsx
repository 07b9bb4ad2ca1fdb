import { contract } from "@manabiya/contract";
import { useMutation } from "@tanstack/react-query";
import { mutation } from "../../api/calls.ts";
import { OwnerDialog } from "../passwords/owner-dialog.tsx";

const OWNER = {
  failed: "変更できませんでした。もう一度お試しください。",
  asksAtOnce: true,
  hasSecondFactor: true,
} as const;

interface DialogProps {
  onClose: () => void;
}

export function TurnOffDialog({ onClose, onDone }: DialogProps & { onDone: (message: string) => void }) {
  const { mutate, isPending } = useMutation({
    ...mutation(contract.secondFactor.turnOff, { changes: [contract.secondFactor.get, contract.profile.get] }),
    onSuccess: ({ message }) => onDone(message),
  });
  return (
    <OwnerDialog
      {...OWNER}
      title="2段階認証をオフにしますか？"
      confirmLabel="オフにする"
      look="danger"
      isBusy={isPending}
      onConfirm={({ password = "", code = "" }, options) => mutate({ body: { password, code } }, options)}
      onClose={onClose}
    >
      パスワードだけでログインできるようになります。リカバリーコードも使えなくなります。
    </OwnerDialog>
  );
}

export function RenewCodesDialog({ onClose, onDone }: DialogProps & { onDone: (codes: string[]) => void }) {
  const { mutate, isPending } = useMutation({
    ...mutation(contract.secondFactor.renewRecoveryCodes, { changes: [] }),
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
  });
  return (
    <OwnerDialog
      {...OWNER}
      title="新しいリカバリーコードを作りますか？"
      confirmLabel="作る"
      look="primary"
      isBusy={isPending}
      onConfirm={({ password = "", code = "" }, options) => mutate({ body: { password, code } }, options)}
      onClose={onClose}
    >
      以前のリカバリーコードは使えなくなります。
    </OwnerDialog>
  );
}
