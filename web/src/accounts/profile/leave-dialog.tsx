import { contract } from "@manabiya/contract";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import type { Profile } from "../../api/answers.ts";
import { ApiError, mutation, useRead } from "../../api/calls.ts";
import { send } from "../../api/send.ts";
import { Checking } from "../../api/mutation-state.tsx";
import { useCheckedMutation } from "../../billing/use-checked-mutation.ts";
import { minutesText } from "../../lists/today/minutes.ts";
import { OwnerDialog } from "../passwords/owner-dialog.tsx";
import { clearStorage, readTokens } from "../../session/storage.ts";
import { site } from "../../site.ts";
import { formatLastDay } from "../../ui/date.ts";

const FAILED = "退会の手続きに失敗しました。もう一度お試しください。";

export default function LeaveDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const leave = useCheckedMutation({
    ...mutation(contract.profile.remove, { changes: [] }),
    look: findClosed,
    onSuccess: openLandingPage,
  });
  return (
    <OwnerDialog
      title="退会しますか？"
      confirmLabel="退会する"
      closeLabel="退会しない"
      look="danger"
      failed={FAILED}
      asksAtOnce
      hint="ご本人であることを確認するため、入力してください。"
      hasSecondFactor={profile.has_second_factor}
      isBusy={leave.isPending || leave.isSuccess}
      onConfirm={({ password = "", code }, options) => leave.mutate({ body: { password, code } }, options)}
      onClose={onClose}
    >
      <DeletedData profile={profile} />
      {leave.isChecking && <Checking />}
    </OwnerDialog>
  );
}

/** 退会 ends all sessions, so the server refuses the token. `send` leaves the screen and its session as they are. */
async function findClosed(): Promise<{ message: string } | null> {
  try {
    await send(contract.profile.get, {}, readTokens().access);
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return { message: "" };
    throw error;
  }
}

/** A full page load avoids a glimpse of the login screen. */
function openLandingPage(): void {
  clearStorage();
  window.location.replace(site.firstLanding);
}

/** Lists the data and the money that closing the account loses, with counts once they are loaded. */
function DeletedData({ profile }: { profile: Profile }) {
  const favorites = useRead(contract.favorites.list, { querystring: {} });
  const watchLater = useRead(contract.watchLater.list, { querystring: {} });
  const history = useRead(contract.history.list, { querystring: {} });
  const learned = useRead(contract.today.days);
  const granted = profile.access_granted_until ?? null;
  // The profile presents granted access without a contract as one.
  const hasContract =
    profile.subscription_status === "active" && (granted === null || profile.subscription_end_date !== granted);
  const billing = useRead(contract.subscription.get);
  const credit = billing.data?.credit ?? 0;
  return (
    <div className="phrase grid gap-3">
      <p>次のものがすべて削除され、元に戻せません。</p>
      <ul className="list-disc pl-5">
        <li>お気に入り{amount(favorites.data)}</li>
        <li>「後で見る」{amount(watchLater.data)}</li>
        <li>視聴履歴{amount(history.data)}、レッスンの完了の記録、修了証、再生した端末の記録</li>
        <li>質問（回答済みで、ほかの会員も見られる質問は、お名前を削除したうえで残します）</li>
        <li>メモとやってみた記録{learned.data && `（${number(learned.data.notes + learned.data.practices)}件）`}</li>
        <li>学んだ日と時間{learned.data && `（合計${minutesText(learned.data.total_seconds)}）`}</li>
        <li>プロフィール、ログイン、2段階認証、規約への同意の記録</li>
        <li>お知らせの既読、メール配信の設定、お送りしたメールの記録</li>
        {granted !== null && <li>ギフトなどで視聴できる期間（{formatLastDay(granted)}まで）</li>}
        {hasContract && <li>ご契約（期間が残っていても視聴できなくなり、残りの期間分の返金はありません）</li>}
      </ul>
      {credit > 0 && (
        <p>
          残高{formatYen(credit)}
          は、退会後に、これまでのお支払いに使われたカードへ払い戻します。そのカードが使えない場合は、退会の前にお問い合わせください。
        </p>
      )}
      {billing.error && (
        <p>
          残高を確認できませんでした。残高がある場合は、退会後に、これまでのお支払いに使われたカードへ払い戻します。
        </p>
      )}
      {profile.subscription_status !== "trial" && (
        <p>
          お支払いがある場合は、領収書のURLをメールでお送りします。URLには期限があるため、お早めに保存してください。
        </p>
      )}
      <p>
        無料体験を利用したことの記録は、退会後も残ります。同じメールアドレスで、もう一度無料体験を始めることはできません。
      </p>
    </div>
  );
}

function amount(list: { count: number } | undefined): string {
  return list ? `（動画${number(list.count)}本）` : "";
}

const number = (count: number) => count.toLocaleString("ja-JP");
