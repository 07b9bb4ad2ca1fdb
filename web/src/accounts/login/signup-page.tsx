import { useState } from "react";
import { Link, Navigate, useNavigate } from "react-router";
import { AuthCard } from "./auth-card.tsx";
import { useNextPath, withNext } from "../../session/next-path.ts";
import { SignupForm } from "./signup-form.tsx";
import { getSession } from "../../session/session.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { SignupSteps } from "../../billing/checkout/signup-steps.tsx";
import { useLinkedCode, useWayToCheckout } from "../../billing/checkout/way-to-checkout.ts";

export default function SignupPage() {
  usePageTitle("会員登録");
  const navigate = useNavigate();
  // Read once, because this page itself signs its visitor in.
  const [cameSignedIn] = useState(() => getSession().user !== null);
  const plans = useWayToCheckout();
  const isLinked = useLinkedCode() !== null;
  const wanted = useNextPath();
  const next = isLinked ? plans : wanted;
  const isGift = next.startsWith("/gift");
  if (cameSignedIn) return <Navigate replace to={next} />;
  return (
    <>
      {!isGift && <SignupSteps current={1} />}
      <AuthCard
        title="会員登録"
        lead={
          <p>
            {isGift ? "登録すると、ギフトの画面に戻ります。" : "次の画面でプランを選びます。"}まだ料金はかかりません。
          </p>
        }
      >
        <SignupForm
          status="inactive"
          submitLabel="アカウントを作成"
          onDone={() => void navigate(plans, { replace: true })}
        />
        <p className="mt-6 border-t pt-4">
          <Link to={withNext("/login", next)} className="link">
            アカウントをお持ちの方はログイン
          </Link>
        </p>
      </AuthCard>
    </>
  );
}
