import { contract } from "@manabiya/contract";
import type { AccountSession } from "@manabiya/contract/profile.ts";
import { useMutation } from "@tanstack/react-query";
import { mutation, sentenceOf } from "../api.ts";
import { formatMinute } from "../ui/date.ts";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { deviceName } from "@manabiya/contract/rules/device-name.ts";

const FAILED = "ログアウトさせられませんでした。もう一度お試しください。";
const CHANGES = { changes: [contract.profile.sessions] };

interface EndProps {
  onClose: () => void;
  /** It is done; `message` says so. */
  onDone: (message: string) => void;
}

export function EndSessionDialog({ session, onClose, onDone }: EndProps & { session: AccountSession }) {
  const { mutate, error, isPending } = useMutation({
    ...mutation(contract.profile.endSession, CHANGES),
    onSuccess: ({ message }) => onDone(message),
  });
  return (
    <ConfirmDialog
      title="この端末をログアウトさせますか？"
      confirmLabel="ログアウトさせる"
      isBusy={isPending}
      error={error ? sentenceOf(error, FAILED) : undefined}
      onConfirm={() => mutate({ params: { id: session.id } })}
      onClose={onClose}
    >
      <strong>{deviceName(session.user_agent)}</strong>（最後の利用 {formatMinute(session.last_used_at)}
      ）は、もう一度ログインするまで使えなくなります。
    </ConfirmDialog>
  );
}

export function EndSessionsDialog({ count, onClose, onDone }: EndProps & { count: number }) {
  const { mutate, error, isPending } = useMutation({
    ...mutation(contract.profile.endOtherSessions, CHANGES),
    onSuccess: ({ message }) => onDone(message),
  });
  return (
    <ConfirmDialog
      title="ほかの端末をすべてログアウトさせますか？"
      confirmLabel={`${count}台をログアウトさせる`}
      isBusy={isPending}
      error={error ? sentenceOf(error, FAILED) : undefined}
      onConfirm={() => mutate({})}
      onClose={onClose}
    >
      この端末のほかに、ログイン中の{count}
      台が使えなくなります。お使いになるには、もう一度ログインが必要です。
    </ConfirmDialog>
  );
}
