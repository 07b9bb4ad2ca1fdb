import type { StaffAlert } from "@manabiya/contract/staff/alerts.ts";
import { formatMinute } from "../../ui/date.ts";
import { Row } from "../table/rows.tsx";
import { NewTabLink, TextLink } from "../table/text-link.tsx";
import { alertTitle } from "./alert-texts.ts";

interface AlertItemProps {
  alert: StaffAlert;
  isBusy: boolean;
  onResolve: (is_resolved: boolean) => void;
  onConnect: () => void;
}

export function AlertItem({ alert, isBusy, onResolve, onConnect }: AlertItemProps) {
  const { kind, message, amount, member, provider_url, created_at, resolved_at } = alert;
  const isOpen = resolved_at === null;
  const connect = { label: "結び付ける", look: "primary", isBusy, onClick: onConnect } as const;
  const resolve = { label: isOpen ? "対応済みにする" : "未対応に戻す", isBusy, onClick: () => onResolve(isOpen) };
  return (
    <Row
      name={alertTitle(kind)}
      of={`${formatMinute(created_at)}の「${alertTitle(kind)}」`}
      actions={alert.can_connect ? [connect, resolve] : [resolve]}
    >
      {amount !== null && <p>{amount.toLocaleString("ja-JP")}円</p>}
      <p className="wrap-anywhere">{message}</p>
      <p className="text-xs text-muted">
        <time dateTime={created_at}>{formatMinute(created_at)}</time>
        {!isOpen && `・${formatMinute(resolved_at)}に対応済み`}
      </p>
      <p className="flex flex-wrap gap-x-5">
        {member && <TextLink to={`/admin/members/${member.id}`}>{member.username}さん</TextLink>}
        {provider_url !== null && <NewTabLink href={provider_url}>Stripeで確認する</NewTabLink>}
      </p>
    </Row>
  );
}
