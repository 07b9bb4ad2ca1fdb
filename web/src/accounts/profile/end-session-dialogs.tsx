import { contract } from "@manabiya/contract";
import type { AccountSession } from "@manabiya/contract/accounts/profile.ts";
import { deviceName } from "@manabiya/contract/rules/device-name.ts";
import { useWrite } from "../../api/calls.ts";
import { OwnerDialog } from "../passwords/owner-dialog.tsx";
import { useProfile } from "../../api/profile.ts";
import { formatMinute } from "../../ui/date.ts";

const CHANGES = { changes: [contract.profile.sessions] };

interface EndProps {
  onClose: () => void;
  onDone: (message: string) => void;
}

/** The part that both dialogs share. The password is asked for only when the server demands it. */
function useOwner() {
  const { data } = useProfile();
  return {
    look: "danger",
    failed: "ログアウトできませんでした。もう一度お試しください。",
    asksAtOnce: false,
    hasSecondFactor: data?.has_second_factor ?? false,
  } as const;
}

export function EndSessionDialog({ session, onClose, onDone }: EndProps & { session: AccountSession }) {
  const owner = useOwner();
  const { mutate, isPending } = useWrite(contract.profile.endSession, {
    ...CHANGES,
    onSuccess: ({ message }) => onDone(message),
  });
  return (
    <OwnerDialog
      {...owner}
      title={`${deviceName(session.user_agent)}からログアウトしますか？`}
      confirmLabel="ログアウト"
      isBusy={isPending}
      onConfirm={(body, options) => mutate({ params: { id: session.id }, body }, options)}
      onClose={onClose}
    >
      最終利用日時：{formatMinute(session.last_used_at)}。再び使うには、その端末でログインし直してください。
    </OwnerDialog>
  );
}

export function EndSessionsDialog({ count, onClose, onDone }: EndProps & { count: number }) {
  const owner = useOwner();
  const { mutate, isPending } = useWrite(contract.profile.endOtherSessions, {
    ...CHANGES,
    onSuccess: ({ message }) => onDone(message),
  });
  return (
    <OwnerDialog
      {...owner}
      title="ほかのすべての端末からログアウトしますか？"
      confirmLabel={`${count}台からログアウト`}
      isBusy={isPending}
      onConfirm={(body, options) => mutate({ body }, options)}
      onClose={onClose}
    >
      この端末以外の{count}台からログアウトします。再び使うには、その端末でログインし直してください。
    </OwnerDialog>
  );
}
