import type { AccountSession } from "@manabiya/contract/accounts/profile.ts";
import { Button } from "../../ui/button.tsx";
import { formatMinute } from "../../ui/date.ts";
import { deviceName } from "@manabiya/contract/rules/device-name.ts";

interface SessionItemProps {
  session: AccountSession;
  onEnd: () => void;
}

export function SessionItem({ session, onEnd }: SessionItemProps) {
  const { user_agent, is_current, last_used_at, created_at, address } = session;
  const device = deviceName(user_agent);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-b py-4 first:pt-0 last:border-b-0 last:pb-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <strong>{device}</strong>
          {is_current && (
            <span className="rounded-md bg-primary-soft px-2 text-xs font-bold text-primary">この端末</span>
          )}
        </p>
        <dl className="mt-1 grid text-xs text-muted">
          <Fact name="最終利用日時" value={formatMinute(last_used_at)} />
          <Fact name="ログイン日時" value={formatMinute(created_at)} />
          <Fact name="IPアドレス" value={address} />
        </dl>
      </div>
      {!is_current && (
        <Button look="secondary" aria-label={`${device}からログアウト`} onClick={onEnd}>
          ログアウト
        </Button>
      )}
    </li>
  );
}

function Fact({ name, value }: { name: string; value: string | null }) {
  if (!value) return null;
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
