import { contract } from "@manabiya/contract";
import { Navigate, useSearchParams } from "react-router";
import { useRead } from "../../api/calls.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { Outcome, PROFILE } from "../checkout/outcome.tsx";
import { PaymentResult } from "../checkout/payment-result.tsx";
import { GiftFacts } from "./gift-facts.tsx";

export default function GiftCompletePage() {
  usePageTitle("ギフトのお支払い");
  const session = useSearchParams()[0].get("session_id");
  if (!session) return <Navigate replace to="/profile" />;
  return <PaymentResult key={session} session={session} gift={<PaidGift session={session} />} />;
}

/** It is shown only after the payment. */
function PaidGift({ session }: { session: string }) {
  const { data } = useRead(contract.gifts.list);
  const gift = data?.gifts.find(({ session_id }) => session_id === session);
  return (
    <Outcome tone="success" title="ギフトのお支払いが完了しました" actions={PROFILE}>
      <p className="phrase">
        コードかURLを、贈る方にお渡しください。メールでもお送りし、プロフィールの「設定」でも確認できます。
      </p>
      {gift && (
        <div className="w-full text-left">
          <GiftFacts gift={gift} />
        </div>
      )}
    </Outcome>
  );
}
