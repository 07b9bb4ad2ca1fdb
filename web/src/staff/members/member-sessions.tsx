import type { MemberDetail } from "@manabiya/contract/staff/members.ts";
import { deviceName } from "@manabiya/contract/rules/device-name.ts";
import { ProfileBlock } from "../../accounts/profile/profile-block.tsx";
import { formatMinute } from "../../ui/date.ts";

export function MemberSessions({ sessions }: { sessions: MemberDetail["sessions"] }) {
  return (
    <ProfileBlock title="ログイン中の端末">
      {sessions.length === 0 && <p className="text-muted">ログイン中の端末はありません。</p>}
      <ul className="grid gap-3">
        {sessions.map(({ id, user_agent, address, last_used_at }) => (
          <li key={id}>
            <span className="block font-bold">{deviceName(user_agent)}</span>
            <span className="block text-xs text-muted">
              {address}・最後の利用 {formatMinute(last_used_at)}
            </span>
          </li>
        ))}
      </ul>
    </ProfileBlock>
  );
}
