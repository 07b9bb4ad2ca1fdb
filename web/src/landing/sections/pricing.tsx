import type { LandingCopy } from "../copy/landing-copy.ts";
import { PRICE_TEXTS } from "../copy/price-texts.ts";
import { ActionLink } from "./action-link.tsx";
import { CheckMark } from "./check-mark.tsx";
import { PlanCard } from "./plan-card.tsx";
import { Section } from "./section.tsx";

const INCLUDED = ["すべての動画が見放題", "チャプターごとの要約", "お気に入りと「後で見る」", "いつでも解約可能"];

const NOTES = [
  "お支払いはクレジットカードです。解約のお手続きをされるまで、1か月または1年ごとに自動で更新されます。期間の途中で解約した場合、残りの期間分の返金はありません（期間の終わりまで視聴できます）。",
  "動画は外部の動画サービスのプレーヤーで再生するため、広告が入ることがあります。",
  "動画の増加や配信サービスの変更に伴い、料金を改定（値上げ）することがあります。",
];

/** Both plans, the free week and the conditions. */
export function Pricing({ copy }: { copy: LandingCopy }) {
  return (
    <Section
      id="pricing"
      period="料金"
      heading={`月あたり${PRICE_TEXTS.from}から。`}
      lead={`年額プラン${PRICE_TEXTS.yearly}（税込）を一括でお支払いいただく場合の、1か月あたりの金額です。プランは二つ。見られる動画も使える機能も、まったく同じです。`}
      className="bg-surface"
    >
      <div className="grid gap-6 md:grid-cols-2">
        <PlanCard name="月額プラン" price={PRICE_TEXTS.monthly} period="月">
          1か月ずつ続けたい人に。あとから年額プランへ変えられます。
        </PlanCard>
        <PlanCard name="年額プラン" price={PRICE_TEXTS.yearly} period="年" chip={`${PRICE_TEXTS.monthsFree}か月分お得`}>
          月あたり{PRICE_TEXTS.from}。月額プランを1年続けるより、{PRICE_TEXTS.saving}安くなります。
        </PlanCard>
        <FreeWeek withLink={copy.action.href !== "/trial"} />
      </div>
      <div className="mt-12 grid gap-8 md:grid-cols-2 md:gap-6">
        <div>
          <h3 className="text-base">どちらのプランにも含まれます</h3>
          <ul className="mt-3 space-y-2">
            {INCLUDED.map((item) => (
              <li key={item} className="flex items-center gap-2.5 text-sm">
                <CheckMark />
                {item}
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3 className="text-base">始める前に、お伝えしておくこと</h3>
          <ul className="mt-3 list-disc space-y-2 pl-5 text-sm text-muted">
            {NOTES.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
      </div>
      <p className="mt-14 text-center">
        <ActionLink action={copy.action} />
      </p>
    </Section>
  );
}

function FreeWeek({ withLink }: { withLink: boolean }) {
  return (
    <div className="rounded-lg bg-primary-soft p-6 md:col-span-2 md:grid md:grid-cols-[1fr_2fr] md:gap-8 md:p-8">
      <div>
        <h3 className="text-base">1週間の無料体験</h3>
        <p className="mt-1 text-2xl font-bold">0円</p>
      </div>
      <div className="mt-3 text-sm md:mt-0">
        <p>
          支払い情報の登録はいりません。7日が過ぎても、自動で有料になることはありません。続けたくなったら、ログインしてプロフィールからお申し込みください。
        </p>
        {withLink && (
          <p className="mt-2">
            <a
              href="/trial"
              className="inline-flex min-h-target items-center font-bold text-primary underline underline-offset-4"
            >
              無料体験を見てみる
            </a>
          </p>
        )}
      </div>
    </div>
  );
}
