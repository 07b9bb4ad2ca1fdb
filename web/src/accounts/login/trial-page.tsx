import { Check } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { AuthCard } from "./auth-card.tsx";
import { SignupForm } from "./signup-form.tsx";
import { useNextPath, withNext } from "../../session/next-path.ts";
import { getSession } from "../../session/session.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { ButtonLink } from "../../ui/button.tsx";

const PROMISES = [
  "登録した日から1週間、すべての動画が見放題です。",
  "クレジットカードなどのお支払い情報はいりません。",
  "1週間が過ぎても、自動で有料になることはありません。",
];

export default function TrialPage() {
  usePageTitle("1週間無料体験");
  const navigate = useNavigate();
  // Read once, because this page itself signs its visitor in.
  const [cameSignedIn] = useState(() => getSession().user !== null);
  const next = useNextPath();
  if (cameSignedIn) return <HasAccount />;
  return (
    <AuthCard title="1週間、無料で体験する" lead={<Offer />}>
      <SignupForm status="trial" submitLabel="無料体験を始める" onDone={() => void navigate(next, { replace: true })} />
      <p className="mt-6 border-t pt-4">
        <Link to={withNext("/login", next)} className="link">
          アカウントをお持ちの方はログイン
        </Link>
      </p>
    </AuthCard>
  );
}

function Offer() {
  return (
    <div className="mt-4 rounded-lg border border-signal bg-signal-soft p-4 text-ink">
      <p>
        <strong className="rounded-sm bg-signal px-2 py-0.5 text-xs text-on-signal">特別オファー：1週間無料</strong>
      </p>
      <ul className="mt-3 grid gap-2">
        {PROMISES.map((promise) => (
          <li key={promise} className="flex gap-2">
            <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
            <span className="phrase">{promise}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function HasAccount() {
  return (
    <AuthCard title="すでにアカウントをお持ちです">
      <p>
        無料体験は、はじめてアカウントを作るときにだけお申し込みいただけます。現在のご契約の状況は、プロフィールで確認できます。
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to="/">ホームへ</ButtonLink>
        <ButtonLink to="/profile" look="secondary">
          プロフィールへ
        </ButtonLink>
      </div>
    </AuthCard>
  );
}
