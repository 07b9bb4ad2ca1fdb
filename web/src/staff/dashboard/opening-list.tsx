import { contract } from "@manabiya/contract";
import type { Dashboard } from "@manabiya/contract/staff/dashboard/dashboard.ts";
import { useMutation } from "@tanstack/react-query";
import { Circle, CircleCheck } from "lucide-react";
import { call } from "../../api/calls.ts";
import { failureText } from "../../forms/show-failure.ts";
import { site } from "../../site.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/page/section.tsx";
import { NeedLink } from "./needs-block.tsx";

/** The sentence and the screen of each step. Unknown ones are left out. */
const STEPS: Record<string, { text: string; to: string }> = {
  name: { text: "サイト名、事業者名、住所を入力する（規約にも自動で入ります）", to: "/admin/site" },
  logo: { text: "ロゴを登録する", to: "/admin/site" },
  colours: { text: "サイトの色を決める", to: "/admin/site" },
  landing: { text: "案内ページを、近い教科の文章から作って公開する", to: `/admin${site.firstLanding}` },
  legal: { text: "規約と法定表記を、下書きを確認して公開する", to: "/admin/legal" },
  prices: { text: "料金を決める", to: "/admin/prices" },
  videos: { text: "最初の動画を公開する", to: "/admin/videos?new=1" },
  second_factor: { text: "管理者全員の2段階認証を設定する", to: "/profile/security" },
  backup: { text: "毎日のバックアップを始める", to: "#backup" },
  purchase: { text: "会員として登録し、購入から視聴までを試す", to: "/admin/sales" },
  visitors: { text: "案内ページのURLを知らせ、最初の会員を迎える", to: site.firstLanding },
};

/** Everything between a new server and its first member. The server derives what is done. */
export function OpeningList({ steps }: { steps: NonNullable<Dashboard["opening"]> }) {
  const hide = useMutation({
    mutationFn: async () => {
      const { current } = await call(contract.adminSite.read);
      const { changed_at: _, ...form } = current;
      return call(contract.adminSite.update, { body: { ...form, opening_list: "off" } });
    },
    meta: { changes: [contract.dashboard.get.url, contract.adminSite.read.url] },
  });
  const known = steps.flatMap(({ kind, is_done }) => {
    const step = STEPS[kind];
    return step ? [{ kind, is_done, ...step }] : [];
  });
  const done = known.filter(({ is_done }) => is_done).length;
  return (
    <Section title={`はじめの準備（${known.length}件中${done}件完了）`} isPanel>
      <ol className="-mx-3 @3xl:grid @3xl:grid-cols-2">
        {known.map(({ kind, is_done, text, to }) => (
          <li key={kind}>
            <NeedLink to={to}>
              {is_done ? (
                <CircleCheck role="img" aria-label="完了" className="size-5 shrink-0 text-success" />
              ) : (
                <Circle role="img" aria-label="未完了" className="size-5 shrink-0 text-muted" />
              )}
              <span className={is_done ? "phrase flex-1 text-muted" : "phrase flex-1"}>{text}</span>
            </NeedLink>
          </li>
        ))}
      </ol>
      {hide.isError && <Banner tone="danger">{failureText(hide.error, "一覧を非表示にできませんでした。")}</Banner>}
      <Button look="secondary" className="justify-self-start" isBusy={hide.isPending} onClick={() => hide.mutate()}>
        この一覧を表示しない
      </Button>
    </Section>
  );
}
