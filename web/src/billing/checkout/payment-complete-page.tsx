import { Navigate, useSearchParams } from "react-router";
import { useNextPath } from "../../session/next-path.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { PaymentResult } from "./payment-result.tsx";
import { SignupSteps } from "./signup-steps.tsx";

export default function PaymentCompletePage() {
  usePageTitle("お支払いの確認");
  const [search] = useSearchParams();
  const session = search.get("session_id");
  const next = useNextPath();
  if (!session) return <Navigate replace to="/profile" />;
  return (
    <>
      <SignupSteps current={3} />
      <PaymentResult key={session} session={session} next={next} />
    </>
  );
}
