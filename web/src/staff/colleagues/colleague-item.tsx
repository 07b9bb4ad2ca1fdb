import type { Colleague } from "@manabiya/contract/staff/colleagues.ts";
import { useSession } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { formatMinute } from "../../ui/date.ts";
import { actionsOn, type ColleagueAction } from "./colleague-actions.ts";
import { rightsText } from "./rights-text.ts";

interface ColleagueItemProps {
  colleague: Colleague;
  isSecondFactorRequired: boolean;
  onOpen: (action: ColleagueAction) => void;
}

export function ColleagueItem({ colleague, isSecondFactorRequired, onOpen }: ColleagueItemProps) {
  const { user } = useSession();
  const { username, email, suspended_at, last_used_at } = colleague;
  return (
    <li className="grid gap-3 px-4 py-4">
      <div className="min-w-0">
        <p className="font-bold wrap-anywhere">
          {username}
          {suspended_at !== null && <span className="ml-3 font-normal text-danger">停止中</span>}
        </p>
        <p className="text-xs wrap-anywhere text-muted">{email}</p>
        <p>{rightsText(colleague)}</p>
        <p className="text-xs text-muted">
          {secondFactorText(colleague, isSecondFactorRequired)}・
          {last_used_at === null ? "ログイン中の端末なし" : `最終利用日時 ${formatMinute(last_used_at)}`}
        </p>
      </div>
      {user?.id === colleague.id ? (
        <p className="phrase text-xs text-muted">自分の権限は、ほかの管理者だけが変更できます。</p>
      ) : (
        <div className="flex flex-wrap gap-3">
          {actionsOn(colleague).map((action) => (
            <Button
              key={action.label}
              look="secondary"
              aria-label={`${username}さん：${action.label}`}
              onClick={() => onOpen(action)}
            >
              {action.label}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

function secondFactorText({ has_second_factor }: Colleague, isRequired: boolean): string {
  if (has_second_factor) return "2段階認証 オン";
  return isRequired ? "2段階認証 未設定（設定するまで管理画面を使えません）" : "2段階認証 オフ";
}
