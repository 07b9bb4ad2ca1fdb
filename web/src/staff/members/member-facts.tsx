import { type MemberDetail, PLAN_LABELS } from "@manabiya/contract/staff/members.ts";
import { SHARED } from "@manabiya/contract/staff/members/shared-account.ts";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import { deviceName } from "@manabiya/contract/rules/device-name.ts";
import { CircleCheck, CircleX } from "lucide-react";
import { ProfileBlock, ProfileFacts } from "../../ui/page/profile-block.tsx";
import { AgreementList } from "../../legal/agreement-list.tsx";
import { Banner } from "../../ui/banner.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { formatDay, formatLastDay, formatMinute } from "../../ui/date.ts";
import { roleTexts, statusText } from "./member-texts.ts";
import { NewTabLink } from "../table/text-link.tsx";

/** Says why the member can or cannot watch. */
export function ViewingSentence({ member: { viewing, can_watch } }: { member: MemberDetail }) {
  const Icon = can_watch ? CircleCheck : CircleX;
  return (
    <p className="flex items-start gap-3 rounded-lg border bg-surface p-5 text-lg font-bold @2xl:px-6">
      <Icon aria-hidden className={classNames("mt-0.5 size-6 shrink-0", can_watch ? "text-success" : "text-danger")} />
      <span className="phrase">{viewing}</span>
    </p>
  );
}

const CAUSES: Record<string, string> = {
  bounce: "送信後に戻ってきました",
  complaint: "迷惑メールとして報告されました",
};

/** Says that no mail arrives, and what staff can do. Answers from before the field have none. */
export function UndeliverableNote({ member: { undeliverable } }: { member: MemberDetail }) {
  if (!undeliverable) return null;
  const { since, code } = undeliverable;
  const cause = CAUSES[code] ?? (code === "" ? "" : `コード${code}`);
  return (
    <Banner tone="notice" action={<ButtonLink to="/admin/mails">送信できていないメール</ButtonLink>}>
      このメールアドレスには届きません（{[formatDay(since), cause].filter(Boolean).join("、")}
      ）。メールの送信を止めています。本人に正しいメールアドレスを確認し、下の「メールアドレスを変更」で修正してください。届くようになった場合は「メールの送信を再開」を行ってください。送信できていないメールは、修正後に再送信するか破棄できます。
    </Banner>
  );
}

export function MemberFacts({ member }: { member: MemberDetail }) {
  const { subscription_end_date, access_granted_until, last_watched_at, closed_at } = member;
  const renews = member.subscription_status === "active" && !member.cancel_at_period_end;
  return (
    <ProfileBlock title="会員情報">
      <div className="[&>dl]:gap-x-8 @4xl:[&>dl]:grid-cols-2">
        <ProfileFacts
          facts={[
            ["会員番号", String(member.id)],
            ["メールアドレス", `${member.email}（${member.email_verified_at === null ? "未確認" : "確認済み"}）`],
            ["登録日", formatDay(member.created_at) ?? ""],
            ["状態", [statusText(member), ...roleTexts(member)].join("、")],
            ["プラン", PLAN_LABELS[member.subscription_plan]],
            subscription_end_date !== null && [
              renews ? "次回の更新日" : "契約の終了日",
              (renews ? formatDay : formatLastDay)(subscription_end_date) ?? "",
            ],
            ...paymentFacts(member.payment),
            access_granted_until !== null && ["付与した視聴権の期限", formatLastDay(access_granted_until) ?? ""],
            ["視聴した動画", `${member.watched_count}本`],
            last_watched_at !== null && ["最終視聴日時", formatMinute(last_watched_at) ?? ""],
            member.must_reset_password && ["パスワード", "無効（再設定されるまでログインできません）"],
            closed_at !== null && ["退会日", formatDay(closed_at) ?? ""],
          ]}
        />
      </div>
      <ProviderLinks provider={member.provider} />
    </ProfileBlock>
  );
}

function ProviderLinks({ provider: { customer_url, subscription_url } }: Pick<MemberDetail, "provider">) {
  const links = [
    ["Stripeの顧客", customer_url],
    ["Stripeの契約", subscription_url],
  ] as const;
  return (
    <p className="mt-2 flex flex-wrap gap-x-6">
      {links.map(
        ([label, url]) =>
          url !== null && (
            <NewTabLink key={label} href={url}>
              {label}
            </NewTabLink>
          ),
      )}
    </p>
  );
}

/** Answers from before the field have none. */
function paymentFacts(payment: MemberDetail["payment"] | undefined) {
  if (!payment) return [];
  const { unpaid_amount, retry_at, needs_authentication, card_expires } = payment;
  const next = needs_authentication
    ? "本人認証が必要"
    : retry_at === null
      ? "次の請求の予定なし"
      : `次の請求は${formatDay(retry_at)}`;
  const [year, month] = card_expires?.split("-").map(Number) ?? [];
  return [
    unpaid_amount !== null && ["未払いの請求", `${formatYen(unpaid_amount)}（${next}）`],
    card_expires !== null && ["カードの有効期限", `${year}年${month}月`],
  ] satisfies Parameters<typeof ProfileFacts>[0]["facts"];
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

/** Answers from before the field have none. */
export function SharedHours({ hours = [] }: { hours?: MemberDetail["shared_hours"] | undefined }) {
  if (hours.length === 0) return null;
  return (
    <ProfileBlock title="多くの端末での視聴">
      <p className="phrase">
        {`過去${SHARED.days}日間に${hours.length}回、${SHARED.networks}か所以上から同時に視聴されました。`}
        1時間に1回と数えます。同じ家の端末は1か所、移動中のスマートフォンも1か所です。
      </p>
      <ul className="mt-3 grid gap-1">
        {hours.map(({ at, networks, devices }) => (
          <li key={at}>
            {formatMinute(at)}からの1時間：{networks}か所・{devices}台
          </li>
        ))}
      </ul>
    </ProfileBlock>
  );
}

/** Answers from before the field have none, and so do members from before agreements were stored. */
export function MemberAgreements({ agreements = [] }: Partial<Pick<MemberDetail, "agreements">>) {
  if (agreements.length === 0) return null;
  return (
    <ProfileBlock title="同意した規約">
      <AgreementList agreements={agreements} />
    </ProfileBlock>
  );
}
