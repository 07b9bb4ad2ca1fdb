import { type Member, type MemberFilter, STATUS_LABELS } from "@manabiya/contract/staff/members.ts";

export const FILTER_LABELS: Record<MemberFilter, string> = {
  all: "すべての会員",
  active: "有料会員",
  payment_failing: "お支払いの失敗",
  trial: "無料体験",
  trial_ending: "無料体験が3日以内に終了",
  silent: "30日以上利用なし（有料会員）",
  ended: "視聴期間が終了",
  inactive: "未契約",
  canceled: "契約終了",
  granted: "視聴権を付与",
  staff: "スタッフ",
  undeliverable: "メールが届かない",
  shared: "多くの端末での視聴",
  suspended: "利用を停止中",
  closed: "退会済み",
};

export function statusText(member: Member): string {
  if (member.closed_at !== null) return "退会済み";
  const { subscription_status, can_watch, suspended_at } = member;
  const label = STATUS_LABELS[subscription_status];
  return subscription_status === "trial" && !can_watch && suspended_at === null ? `${label}（終了）` : label;
}

export function roleTexts(member: Member): string[] {
  return [
    member.is_superuser ? "管理者" : member.is_staff && "スタッフ",
    member.access_granted_until !== null && "視聴権を付与",
    member.suspended_at !== null && "利用を停止中",
    member.questions_blocked_at && "質問を停止中",
  ].filter((text) => typeof text === "string");
}
