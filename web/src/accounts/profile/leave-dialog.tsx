import { contract } from "@manabiya/contract";
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
      closeLabel="会員を続ける"
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

/** Lists the data that closing the account deletes, with counts once they are loaded. */
function DeletedData({ profile }: { profile: Profile }) {
  const favorites = useQuery(query(contract.favorites.list, { querystring: {} }));
  const watchLater = useQuery(query(contract.watchLater.list, { querystring: {} }));
  const history = useQuery(query(contract.history.list, { querystring: {} }));
  return (
    <div className="phrase grid gap-3">
      <p>次のものがすべて削除され、元に戻せません。</p>
      <ul className="list-disc pl-5">
        <li>お気に入り{amount(favorites.data)}</li>
        <li>後で見る{amount(watchLater.data)}</li>
        <li>視聴履歴{amount(history.data)}</li>
        <li>プロフィールとログインの情報</li>
        {profile.subscription_status === "active" && <li>ご契約（期間が残っていても、動画を視聴できなくなります）</li>}
      </ul>
      <p>同じメールアドレスで、もう一度無料体験を始めることはできません。</p>
    </div>
  );
}

function amount(list: { count: number } | undefined): string {
  return list ? `（動画${list.count.toLocaleString("ja-JP")}本）` : "";
}
