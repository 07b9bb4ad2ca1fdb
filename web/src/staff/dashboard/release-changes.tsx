import { contract } from "@manabiya/contract";
import type { ReleaseChange } from "@manabiya/contract/staff/dashboard/dashboard.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { query, sentenceOf, useWrite } from "../../api/calls.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { formatMinute } from "../../ui/date.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Section } from "../../ui/page/section.tsx";

const POLL = 10_000;
const RELEASES = query(contract.dashboard.releases);

const TEXTS = {
  upgrade: { name: "新しい版", change: "への更新", button: "この版に更新する", title: "新しい版に更新しますか？" },
  back: { name: "前の版", change: "に戻す変更", button: "前の版に戻す", title: "前の版に戻しますか？" },
};

const OUTCOMES: Record<string, string> = {
  done: "完了しました。",
  went_back_by_check: "更新後の点検で問題が見つかったため、元の版に戻しました。",
  went_back: "新しい版を起動できなかったため、元の版に戻しました。",
  not_offered: "この版は、現在は選択できません。何も変更していません。",
  not_loaded: "新しい版をダウンロードできませんでした。何も変更していません。",
  wrong_sum: "ダウンロードした版が署名と一致しません。何も変更していません。",
};
const FAILED = "完了できませんでした。サーバーを管理している方に、この画面の内容を伝えてください。";

const isUnderWay = ({ requested_at, outcome }: ReleaseChange) => requested_at !== null && outcome === null;

/** The releases that the operator's address offers. Nothing is shown where none is set up. */
export function ReleaseChanges() {
  const client = useQueryClient();
  const { data = [] } = useQuery({
    ...RELEASES,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL : false),
  });
  const [asked, ask] = useState<ReleaseChange | null>(null);
  const change = useWrite(contract.dashboard.changeRelease, {
    onSuccess: (answer) => {
      client.setQueryData(RELEASES.queryKey, answer);
      ask(null);
    },
  });
  if (data.length === 0) return null;
  const offers = data.filter((each) => each.requested_at === null);
  return (
    <Section isPanel title="サイトの版">
      {data.map((each) => each.requested_at !== null && <Request key="request" {...each} at={each.requested_at} />)}
      {offers.map((offer) => (
        <div key={offer.kind} className="grid justify-items-start gap-2">
          <p className="wrap-anywhere">{`${TEXTS[offer.kind].name} ${offer.version}`}</p>
          {offer.notes && <p className="whitespace-pre-line text-muted">{offer.notes}</p>}
          {!data.some(isUnderWay) && (
            <Button look="secondary" onClick={() => ask(offer)}>
              {TEXTS[offer.kind].button}
            </Button>
          )}
        </div>
      ))}
      {asked && (
        <ConfirmDialog
          title={TEXTS[asked.kind].title}
          confirmLabel={TEXTS[asked.kind].button}
          isBusy={change.isPending}
          error={change.error ? sentenceOf(change.error, "依頼できませんでした。") : undefined}
          onConfirm={() => change.mutate({ body: { kind: asked.kind, version: asked.version } })}
          onClose={() => ask(null)}
        >
          {asked.kind === "upgrade" &&
            "先にバックアップを取ります。更新後の点検で問題があれば、自動で元の版に戻ります。"}
          変更は数分以内に始まり、途中の1〜2分間は、サイトを表示できないことがあります。
        </ConfirmDialog>
      )}
    </Section>
  );
}

function Request({ kind, version, at, started_at, outcome }: ReleaseChange & { at: string }) {
  const what = `${version}${TEXTS[kind].change}（${formatMinute(at)}に依頼）`;
  if (outcome === null) return <Banner tone="notice">{`${started_at === null ? "待機中" : "実行中"}：${what}`}</Banner>;
  const tone = outcome === "done" ? "success" : "danger";
  return <Banner tone={tone}>{`${what}：${OUTCOMES[outcome] ?? FAILED}`}</Banner>;
}
