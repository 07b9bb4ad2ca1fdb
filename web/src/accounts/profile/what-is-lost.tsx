import { contract } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import type { Profile } from "../../api/answers.ts";
import { query } from "../../api/calls.ts";

/** What somebody loses who leaves, with numbers as soon as they are known. */
export function WhatIsLost({ profile }: { profile: Profile }) {
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
        {profile.subscription_status === "active" && (
          <li>ご契約（期間が残っていても、動画を視聴できなくなります）</li>
        )}
      </ul>
      <p>同じメールアドレスで、もう一度無料体験を始めることはできません。</p>
    </div>
  );
}

function amount(list: { count: number } | undefined): string {
  return list ? `（動画${list.count.toLocaleString("ja-JP")}本）` : "";
}
