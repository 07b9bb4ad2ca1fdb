import { contract } from "@manabiya/contract";
import { formatMoney } from "@manabiya/contract/rules/prices.ts";
import { useRead } from "../../api/calls.ts";
import { watchPath } from "../../catalogue/videos/card-link.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Cat } from "../../ui/page/cat.tsx";
import { Facts } from "../../ui/page/facts.tsx";
import { PLAN_NAME, PLAN_PER } from "../plans/plan-text.ts";
import { taxWords } from "../plans/tax-words.ts";
import { chargeFacts } from "../subscription/charge-facts.ts";
import { Outcome, PROFILE } from "./outcome.tsx";

/** The page says what the member bought, and leads to the first lesson. Without these answers it thanks all the same. */
export function OrderComplete({ wanted }: { wanted: string | null }) {
  const subscription = useRead(contract.subscription.get).data?.subscription;
  const { data: home } = useRead(contract.home.get);
  const first = home?.historyVideos.length === 0 ? home.next : undefined;
  return (
    <Outcome
      tone="success"
      title="お申し込みが完了しました"
      picture={<Cat />}
      actions={
        <>
          {wanted === null && first ? (
            <ButtonLink to={watchPath(first.video.id, first.playlist?.id)}>はじめの一本を見る</ButtonLink>
          ) : (
            <ButtonLink to={wanted ?? "/"}>動画を見る</ButtonLink>
          )}
          {PROFILE}
        </>
      }
    >
      <p className="phrase">お申し込みありがとうございます。すべての動画をご覧いただけます。</p>
      {subscription && (
        <div className="w-full rounded-lg border p-4 text-left">
          <Facts
            facts={[
              ["プラン", PLAN_NAME[subscription.plan]],
              [
                "料金",
                taxWords(
                  `${formatMoney(subscription.price, subscription.currency)}（税込）／${PLAN_PER[subscription.plan]}`,
                ),
              ],
              ...chargeFacts(subscription, false),
            ]}
          />
        </div>
      )}
    </Outcome>
  );
}
