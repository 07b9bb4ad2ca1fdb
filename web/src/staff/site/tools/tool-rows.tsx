import { labelOf } from "@manabiya/contract/webhooks/events.ts";
import type { Delivery, Endpoint } from "@manabiya/contract/webhooks/tools.ts";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { formatMinute } from "../../../ui/date.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";

export function Rows({ empty, children }: { empty: string; children: ReactNode[] }) {
  if (children.length === 0) return <EmptyState>{empty}</EmptyState>;
  return <ul className="divide-y overflow-hidden rounded-lg border bg-surface">{children}</ul>;
}

interface RowProps {
  name: string;
  actions: readonly { label: string; onClick: () => void; isBusy?: boolean }[];
  children: ReactNode;
}

export function Row({ name, actions, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <div className="min-w-0">
        <p className="font-bold break-all">{name}</p>
        {children}
      </div>
      <div className="flex flex-wrap gap-3">
        {actions.map(({ label, ...button }) => (
          <Button key={label} look="secondary" aria-label={`${name}：${label}`} {...button}>
            {label}
          </Button>
        ))}
      </div>
    </li>
  );
}

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
