import { contract } from "@manabiya/contract";
import type { AccountSession } from "@manabiya/contract/accounts/profile.ts";
import { deviceName } from "@manabiya/contract/rules/device-name.ts";
import { useWrite } from "../../api/calls.ts";
import { OwnerDialog } from "../passwords/owner-dialog.tsx";
import { useProfile } from "../../api/profile.ts";
import { formatMinute } from "../../ui/date.ts";

interface EndSessionDialogProps {
  /** A number: all others, which are so many. */
  ending: AccountSession | number;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** The password is asked for only when the server demands it. */
export default function EndSessionDialog({ ending, onClose, onDone }: EndSessionDialogProps) {
  const { data: profile } = useProfile();
  const options = {
    changes: [contract.profile.sessions],
    onSuccess: ({ message }: { message: string }) => onDone(message),
  };
  const one = useWrite(contract.profile.endSession, options);
  const others = useWrite(contract.profile.endOtherSessions, options);
  const isOne = typeof ending !== "number";
  return (
    <OwnerDialog
      title={`${isOne ? deviceName(ending.user_agent) : "ほかのすべての端末"}からログアウトしますか？`}
      confirmLabel={isOne ? "ログアウト" : `${ending}台からログアウト`}
      look="danger"
      failed="ログアウトできませんでした。もう一度お試しください。"
      asksAtOnce={false}
      hasSecondFactor={profile?.has_second_factor}
      isBusy={one.isPending || others.isPending}
      onConfirm={(body, then) =>
        isOne ? one.mutate({ params: { id: ending.id }, body }, then) : others.mutate({ body }, then)
      }
      onClose={onClose}
    >
      {isOne
        ? `最終利用日時：${formatMinute(ending.last_used_at)}。`
        : `この端末以外の${ending}台からログアウトします。`}
      再び使うには、その端末でログインし直してください。
    </OwnerDialog>
  );
}
