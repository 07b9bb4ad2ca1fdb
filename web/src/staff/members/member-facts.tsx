import type { MemberDetail } from "@manabiya/contract/staff/members.ts";
import { ProfileBlock, ProfileFacts } from "../../accounts/profile/profile-block.tsx";
import { formatDay, formatMinute } from "../../ui/date.ts";
import { PLAN_LABELS, roleTexts, statusText } from "./member-texts.ts";
import { deviceName } from "@manabiya/contract/rules/device-name.ts";

export function MemberFacts({ member }: { member: MemberDetail }) {
  const { subscription_end_date, access_granted_until, last_watched_at, closed_at } = member;
  return (
    <ProfileBlock title="会員情報">
      <ProfileFacts
        facts={[
          ["会員番号", String(member.id)],
          ["メールアドレス", member.email],
          ["登録日", formatDay(member.created_at) ?? ""],
          ["状態", [statusText(member), ...roleTexts(member)].join("、")],
          ["視聴の可否", member.can_watch ? "可" : "不可"],
          ["プラン", PLAN_LABELS[member.subscription_plan]],
          subscription_end_date !== null && [
            member.cancel_at_period_end ? "契約の終了日" : "次回の更新日",
            formatDay(subscription_end_date) ?? "",
          ],
          access_granted_until !== null && ["付与した視聴権の期限", formatMinute(access_granted_until) ?? ""],
          ["視聴した動画", `${member.watched_count}本`],
          last_watched_at !== null && ["最終視聴日時", formatMinute(last_watched_at) ?? ""],
          closed_at !== null && ["退会日", formatDay(closed_at) ?? ""],
        ]}
      />
    </ProfileBlock>
  );
}

export function MemberSessions({ sessions }: { sessions: MemberDetail["sessions"] }) {
  return (
    <ProfileBlock title="ログイン中の端末">
      {sessions.length === 0 && <p className="text-muted">ログイン中の端末はありません。</p>}
      <ul className="grid gap-3">
        {sessions.map(({ id, user_agent, address, last_used_at }) => (
          <li key={id}>
            <span className="block font-bold">{deviceName(user_agent)}</span>
            <span className="block text-xs text-muted">
              {address}・最終利用日時 {formatMinute(last_used_at)}
            </span>
          </li>
        ))}
      </ul>
    </ProfileBlock>
  );
}
