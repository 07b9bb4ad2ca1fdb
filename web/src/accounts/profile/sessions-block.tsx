import { contract } from "@manabiya/contract";
import type { AccountSession } from "@manabiya/contract/accounts/profile.ts";
import { lazy, Suspense, useState } from "react";
import { useRead } from "../../api/calls.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { SkeletonGroup } from "../../ui/skeleton.tsx";
import { ProfileBlock } from "../../ui/page/profile-block.tsx";
import { formatMinute } from "../../ui/date.ts";
import { deviceName } from "@manabiya/contract/rules/device-name.ts";

/** Loaded on demand, because it needs the form libraries. */
const EndSessionDialog = lazy(() => import("./end-session-dialog.tsx"));

/** Lists the account's sessions and lets the member end them. */
export function SessionsBlock() {
  const found = useRead(contract.profile.sessions);
  return (
    <ProfileBlock title="ログイン中の端末">
      <Loaded query={found} message="ログイン中の端末を読み込めませんでした。" skeleton={<SessionsSkeleton />}>
        {(sessions) => <Sessions sessions={sessions} />}
      </Loaded>
    </ProfileBlock>
  );
}

function Sessions({ sessions }: { sessions: readonly AccountSession[] }) {
  const [ending, setEnding] = useState<AccountSession | number | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const others = sessions.filter(({ is_current }) => !is_current).length;

  function show(about: AccountSession | number | null, message: string | null = null): void {
    setEnding(about);
    setDone(message);
  }

  return (
    <>
      <ul>
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} onEnd={() => show(session)} />
        ))}
      </ul>
      {done && (
        <Banner tone="success" className="mt-4">
          {done}
        </Banner>
      )}
      {others > 0 && (
        <>
          <p className="phrase mt-4 max-w-reading text-muted">
            心当たりのない端末があるときは、その端末からログアウトし、パスワードを変更してください。
          </p>
          <Button look="secondary" className="mt-4" onClick={() => show(others)}>
            ほかのすべての端末からログアウト
          </Button>
        </>
      )}
      <Suspense fallback={null}>
        {ending !== null && (
          <EndSessionDialog ending={ending} onClose={() => setEnding(null)} onDone={(message) => show(null, message)} />
        )}
      </Suspense>
    </>
  );
}

function SessionsSkeleton() {
  return <SkeletonGroup className="grid gap-2" blocks={["h-6 w-48", "h-5 w-64 max-w-full", "h-5 w-56"]} />;
}

interface SessionItemProps {
  session: AccountSession;
  onEnd: () => void;
}

function SessionItem({ session, onEnd }: SessionItemProps) {
  const { user_agent, is_current, last_used_at, created_at, address, provider } = session;
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
          <Fact name="ログイン方法" value={provider} />
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
