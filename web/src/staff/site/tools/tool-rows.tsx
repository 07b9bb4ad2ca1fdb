import { labelOf } from "@manabiya/contract/webhooks/events.ts";
import type { Delivery, Endpoint } from "@manabiya/contract/webhooks/tools.ts";
import { formatMinute } from "../../../ui/date.ts";

export function EndpointState({ endpoint: { is_on, given_up_at, failing_since, waiting } }: { endpoint: Endpoint }) {
  const since = failing_since === null ? "" : `（${formatMinute(failing_since)}から）`;
  const unsent = waiting > 0 ? `・届いていない通知 ${waiting}件${since}` : "";
  const stopped = `届かないため停止しました${unsent}。URLを確認し、「変更」で通知をオンに戻してください。`;
  const text = given_up_at === null ? `${is_on ? "オン" : "オフ"}${unsent}` : stopped;
  return <p className={given_up_at !== null || since ? "phrase text-danger" : "phrase"}>{text}</p>;
}

export const deliveryName = ({ type, at }: Delivery) => `${labelOf(type)}（${formatMinute(at)}）`;

export function DeliveryState({ delivery, target }: { delivery: Delivery; target: Endpoint | undefined }) {
  const { member, attempts, delivered_at, due_at, status, answer, event_id } = delivery;
  const about = [member !== null && `会員${member}`, target && new URL(target.url).host, event_id];
  return (
    <>
      {delivered_at !== null ? (
        <p className="phrase">{formatMinute(delivered_at)}に届きました</p>
      ) : attempts === 0 ? (
        <p>送信を待っています</p>
      ) : (
        <p className="phrase text-danger">
          届いていません（{attempts}回試行、次は{formatMinute(due_at)}）
        </p>
      )}
      <p className="text-xs break-all text-muted">{about.filter(Boolean).join("・")}</p>
      <p className="text-xs break-all text-muted">
        {status !== null && `応答${status} `}
        {answer}
      </p>
    </>
  );
}
