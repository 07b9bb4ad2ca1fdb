import type { StaffAlert } from "@manabiya/contract/staff/alerts.ts";
import { Button } from "../../ui/button.tsx";
import { formatMinute } from "../../ui/date.ts";
import { alertTitle } from "./alert-texts.ts";
import { NewTabLink, TextLink } from "../table/text-link.tsx";

interface AlertItemProps {
  alert: StaffAlert;
  isBusy: boolean;
  onResolve: (is_resolved: boolean) => void;
  onConnect: () => void;
}

export function AlertItem({ alert, isBusy, onResolve, onConnect }: AlertItemProps) {
  const { kind, message, amount, member, provider_url, created_at, resolved_at } = alert;
  const actionLabel = resolved_at === null ? "対応済みにする" : "未対応に戻す";
  return (
    <li className="grid gap-3 px-4 py-4 @3xl:grid-cols-[minmax(0,1fr)_auto] @3xl:items-center @3xl:gap-6">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-baseline gap-x-4">
          <span className="font-bold">{alertTitle(kind)}</span>
          {amount !== null && <span>{amount.toLocaleString("ja-JP")}円</span>}
        </p>
        <p className="wrap-anywhere">{message}</p>
        <p className="text-xs text-muted">
          <time dateTime={created_at}>{formatMinute(created_at)}</time>
          {resolved_at !== null && `・${formatMinute(resolved_at)}に対応済み`}
        </p>
        <p className="flex flex-wrap gap-x-5">
          {member && <TextLink to={`/admin/members/${member.id}`}>{member.username}さん</TextLink>}
          {provider_url !== null && <NewTabLink href={provider_url}>Stripeで確認する</NewTabLink>}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {alert.can_connect && (
          <Button
            aria-label={`${formatMinute(created_at)}の「${alertTitle(kind)}」を結び付ける`}
            isBusy={isBusy}
            onClick={onConnect}
          >
            結び付ける
          </Button>
        )}
        <Button
          look="secondary"
          aria-label={`${formatMinute(created_at)}の「${alertTitle(kind)}」を${actionLabel}`}
          isBusy={isBusy}
          onClick={() => onResolve(resolved_at === null)}
        >
          {actionLabel}
        </Button>
      </div>
    </li>
  );
}
