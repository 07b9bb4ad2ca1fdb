import { Choice } from "../../forms/choice.tsx";
import { contract } from "@manabiya/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { query, useWrite } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { Banner } from "../../ui/banner.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { ProfileBlock } from "../../ui/page/profile-block.tsx";

/** The mails that a member may refuse. Each box saves at once. */
export function MailBlock() {
  return (
    <ProfileBlock title="メールの設定">
      <Choices />
    </ProfileBlock>
  );
}

type Chosen = Record<"advertising" | "digest" | "answers", boolean>;

function Choices() {
  const client = useQueryClient();
  const options = query(contract.choices.get);
  const found = useQuery(options);
  const { data } = found;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const { mutate, error } = useWrite(contract.choices.set, {
    changes: [],
    onSuccess: (saved) => client.setQueryData(options.queryKey, saved),
  });
  if (!data) return <NotLoaded query={found} message="メールの設定を読み込めませんでした。" blocks={["h-40"]} />;
  // A box changes at once and goes back on failure.
  const { advertising, digest, answers } = chosen ?? data;
  const choose = (change: Partial<Chosen>) => {
    const body = { advertising, digest, answers, ...change };
    setChosen(body);
    // Only the callbacks of the latest change run.
    mutate({ body }, { onSettled: () => setChosen(null) });
  };
  return (
    <>
      {data.undeliverable_since !== null && (
        <Banner tone="notice" className="mb-4">
          ご登録のメールアドレスにメールが届かないため、送信を止めています。
          <Link to="/profile/edit" className="text-primary underline">
            メールアドレスを確認する
          </Link>
        </Banner>
      )}
      <Choice
        label="ご案内のメール"
        hint="お知らせや無料体験についてのご案内"
        checked={advertising}
        onChange={({ target: { checked } }) => choose({ advertising: checked, digest: checked && digest })}
      />
      <Choice
        label="新着動画のまとめ"
        hint="この1週間に公開した動画を、毎週月曜日にお届けします"
        checked={digest}
        onChange={({ target: { checked } }) => choose({ advertising: advertising || checked, digest: checked })}
      />
      <Choice
        label="質問への回答"
        hint="動画について送った質問に、回答が届いたとき"
        checked={answers}
        onChange={({ target: { checked } }) => choose({ answers: checked })}
      />
      <MutationState
        of={{ error }}
        failed="メールの設定を保存できませんでした。もう一度お試しください。"
        className="mt-3"
      />
      <p className="phrase mt-3 text-xs text-muted">
        パスワードの再設定やお支払いなど、お手続きに必要なメールは、設定にかかわらずお送りします。
      </p>
    </>
  );
}
