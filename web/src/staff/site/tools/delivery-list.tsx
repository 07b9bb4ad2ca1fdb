import { EVENT_LABELS } from "@manabiya/contract/webhooks/events.ts";
import type { Delivery, Endpoint, Tools } from "@manabiya/contract/webhooks/tools.ts";
import { Button } from "../../../ui/button.tsx";
import { formatMinute } from "../../../ui/date.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";

export const labelOf = (type: string) => (EVENT_LABELS as Record<string, string>)[type] ?? type;

interface DeliveryListProps {
  tools: Tools;
  /** The message that is being sent again. */
  busy: number | undefined;
  onResend: (delivery: Delivery) => void;
}

/** The last messages, the newest first. */
export function DeliveryList({ tools: { endpoints, deliveries }, busy, onResend }: DeliveryListProps) {
  if (deliveries.length === 0) return <EmptyState>通知はまだありません</EmptyState>;
  const targets = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
  return (
    <ul className="divide-y overflow-hidden rounded-lg border bg-surface">
      {deliveries.map((delivery) => (
        <li key={delivery.id} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
          <Facts delivery={delivery} target={targets.get(delivery.endpoint_id)} />
          {targets.get(delivery.endpoint_id)?.is_on && (
            <Button
              look="secondary"
              aria-label={`${labelOf(delivery.type)}（${formatMinute(delivery.at)}）を再送`}
              isBusy={busy === delivery.id}
              onClick={() => onResend(delivery)}
            >
              再送
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Facts({ delivery, target }: { delivery: Delivery; target: Endpoint | undefined }) {
  const { type, member, at, attempts, delivered_at, due_at, status, answer, event_id } = delivery;
  return (
    <div className="min-w-0">
      <p className="font-bold">
        {labelOf(type)}
        {member !== null && `（会員${member}）`}
      </p>
      {delivered_at !== null && <p className="phrase">{formatMinute(delivered_at)}に届きました</p>}
      {delivered_at === null && attempts === 0 && <p>送信を待っています</p>}
      {delivered_at === null && attempts > 0 && (
        <p className="phrase text-danger">
          届いていません（{attempts}回試行、次は{formatMinute(due_at)}）
        </p>
      )}
      <p className="text-xs break-all text-muted">
        {formatMinute(at)}・{target && `${new URL(target.url).host}・`}
        {event_id}
      </p>
      {(status !== null || answer !== "") && (
        <p className="text-xs break-all text-muted">
          {status !== null && `応答${status} `}
          {answer}
        </p>
      )}
    </div>
  );
}
