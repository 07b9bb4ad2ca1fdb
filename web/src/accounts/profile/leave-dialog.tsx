import { contract } from "@manabiya/contract";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { Profile } from "../../api/answers.ts";
import { mutation, query } from "../../api/calls.ts";
import { OwnerDialog } from "../passwords/owner-dialog.tsx";
import { clearStorage } from "../session/storage.ts";

const FAILED = "退会の手続きに失敗しました。もう一度お試しください。";

export default function LeaveDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const leave = useMutation({ ...mutation(contract.profile.remove, { changes: [] }), onSuccess: openLandingPage });
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
    </OwnerDialog>
  );
}

/** A full page load avoids a glimpse of the login screen. */
function openLandingPage(): void {
  clearStorage();
  window.location.replace("/landing");
}

/** Lists the data and the money that closing the account loses, with counts once they are loaded. */
function DeletedData({ profile }: { profile: Profile }) {
  const favorites = useQuery(query(contract.favorites.list, { querystring: {} }));
  const watchLater = useQuery(query(contract.watchLater.list, { querystring: {} }));
  const history = useQuery(query(contract.history.list, { querystring: {} }));
  const isActive = profile.subscription_status === "active";
  const billing = useQuery({ ...query(contract.subscription.get), enabled: isActive });
  const credit = billing.data?.subscription?.credit ?? 0;
  return (
    <div className="phrase grid gap-3">
      <p>次のものがすべて削除され、元に戻せません。</p>
      <ul className="list-disc pl-5">
        <li>お気に入り{amount(favorites.data)}</li>
        <li>「後で見る」{amount(watchLater.data)}</li>
        <li>視聴履歴{amount(history.data)}</li>
        <li>プロフィールとログインの情報</li>
        {isActive && <li>ご契約（期間が残っていても視聴できなくなり、残りの期間分の返金はありません）</li>}
        {credit > 0 && <li>残高{formatYen(credit)}（払い戻しはありません）</li>}
      </ul>
      {profile.subscription_status !== "trial" && (
        <p>
          お支払いがある場合は、領収書のURLをメールでお送りします。URLには期限があるため、お早めに保存してください。
        </p>
      )}
      <p>同じメールアドレスで、もう一度無料体験を始めることはできません。</p>
    </div>
  );
}

function amount(list: { count: number } | undefined): string {
  return list ? `（動画${list.count.toLocaleString("ja-JP")}本）` : "";
}
