import { contract } from "@manabiya/contract";
import { PROVIDERS, type ProviderKey, type UnknownIdentity } from "@manabiya/contract/accounts/providers.ts";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Navigate, useNavigate, useParams } from "react-router";
import { mutation, sentenceOf } from "../../api/calls.ts";
import { isSignedIn } from "../../api/sign-in.ts";
import { FocusHere } from "../../forms/focus-here.tsx";
import { withNext } from "../../session/next-path.ts";
import { beginSession, useSession } from "../../session/session.ts";
import { site } from "../../site.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { Loading } from "../../ui/spinner.tsx";
import { AuthCard } from "../login/auth-card.tsx";
import LoginCodeForm from "../login/login-code-form.tsx";
import { type LoginState, nameOfProvider } from "./provider-buttons.tsx";

const FAILED = "ログインできませんでした。もう一度お試しください。";
const SENT = ["code", "state", "iss", "error"];

/** A provider sends people here. The page completes the login and leads on. */
export default function ProviderPage() {
  usePageTitle("ログイン");
  const navigate = useNavigate();
  const { provider } = useParams();
  const { user } = useSession();
  const sent = useSent();
  const { mutate, data, error } = useMutation({
    ...mutation(contract.providers.finish, { changes: [] }),
    onSuccess: ({ signed_in }) => {
      if (isSignedIn(signed_in)) beginSession(signed_in);
    },
  });
  // A login ends once, and effects run twice in development.
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    mutate({ params: { provider: provider as ProviderKey }, body: { ...sent, rotate: true } });
  }, [mutate, provider, sent]);

  const toLogin = (failure: string): [string, LoginState] => [user ? "/profile/security" : "/login", { failure }];
  if (error || !PROVIDERS.some((each) => each === provider)) {
    const [to, state] = toLogin(error ? sentenceOf(error, FAILED) : FAILED);
    return <Navigate replace to={to} state={state} />;
  }
  if (!data) {
    return (
      <AuthCard title="ログインを確認しています">
        <Loading className="min-h-40" />
      </AuthCard>
    );
  }
  const { next, purpose, second_factor_ticket: ticket, unknown: identity } = data;
  if (purpose === "connect") return <Navigate replace to="/profile/security" />;
  if (identity) {
    const asks = purpose === "login" || identity.has_account;
    if (asks) return <Unknown identity={identity} next={next} />;
    return <Navigate replace to={withNext(`/${purpose}`, next)} state={{ identity } satisfies LoginState} />;
  }
  if (user || ticket === undefined) return <Navigate replace to={next} />;
  return (
    <AuthCard title="ログイン">
      <LoginCodeForm
        ticket={ticket}
        email=""
        onStartOver={(reason = FAILED) => {
          const [to, state] = toLogin(reason);
          void navigate(to, { replace: true, state });
        }}
      />
    </AuthCard>
  );
}

/** What the provider sent. It leaves the address bar, and so the history and the Referer header. */
function useSent(): Record<string, string> {
  const [sent] = useState(() => {
    const found = new URLSearchParams(window.location.search);
    return Object.fromEntries(SENT.flatMap((name) => (found.get(name) ? [[name, found.get(name) ?? ""]] : [])));
  });
  useLayoutEffect(() => window.history.replaceState(window.history.state, "", window.location.pathname), []);
  return sent;
}

/** An address never connects an account by itself: its owner logs in first. */
function Unknown({ identity, next }: { identity: UnknownIdentity; next: string }) {
  const { provider, email, has_account } = identity;
  const name = nameOfProvider(provider);
  const account = email === null ? `${name}のアカウント` : `${name}のアカウント（${email}）`;
  const toLogin = { to: withNext("/login", next), state: { connects: name } satisfies LoginState };
  if (has_account) {
    return (
      <AuthCard title="登録済みのメールアドレスです">
        <FocusHere className="phrase grid justify-items-start gap-5">
          <p>
            {email}
            は、すでに{site.name}
            に登録されています。ご本人であることを確認するため、一度だけ、メールアドレスとパスワードでログインしてください。続けて、
            {name}でのログインを追加できます。
          </p>
          <ButtonLink {...toLogin}>メールアドレスでログイン</ButtonLink>
        </FocusHere>
      </AuthCard>
    );
  }
  return (
    <AuthCard title="はじめてのログインです">
      <FocusHere className="phrase grid gap-5">
        <p>
          この{account}は、まだ{site.name}で使われていません。
        </p>
        <ButtonLink to={withNext("/signup", next)} state={{ identity } satisfies LoginState}>
          {name}で会員登録
        </ButtonLink>
        <ButtonLink look="secondary" to={withNext("/trial", next)} state={{ identity } satisfies LoginState}>
          {name}で1週間の無料体験を始める
        </ButtonLink>
        <ButtonLink look="secondary" {...toLogin}>
          登録済みのアカウントに{name}を追加
        </ButtonLink>
      </FocusHere>
    </AuthCard>
  );
}
