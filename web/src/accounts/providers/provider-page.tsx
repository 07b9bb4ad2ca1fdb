import { contract } from "@manabiya/contract";
import type { ProviderKey } from "@manabiya/contract/accounts/providers.ts";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Navigate, useNavigate, useParams } from "react-router";
import { sentenceOf, useWrite } from "../../api/calls.ts";
import { isSignedIn } from "../../api/sign-in.ts";
import { withNext } from "../../session/next-path.ts";
import { beginSession, useSession } from "../../session/session.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { Loading } from "../../ui/spinner.tsx";
import { AuthCard } from "../login/auth-card.tsx";
import LoginCodeForm from "../login/login-code-form.tsx";
import type { LoginState } from "./provider-buttons.tsx";

const FAILED = "ログインできませんでした。もう一度お試しください。";
const SENT = ["code", "state", "iss", "error"];

/** A provider sends people here. The page completes the login and leads on. */
export default function ProviderPage() {
  usePageTitle("ログイン");
  const navigate = useNavigate();
  const provider = useParams()["provider"] as ProviderKey;
  const { user } = useSession();
  const sent = useSent();
  const { mutate, data, error } = useWrite(contract.providers.finish, {
    changes: [],
    onSuccess: ({ signed_in }) => {
      if (isSignedIn(signed_in)) beginSession(signed_in);
    },
  });
  // A login ends once, and effects run twice in development.
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    mutate({ params: { provider }, body: { ...sent, rotate: true } });
  }, [mutate, provider, sent]);

  const failed = { failure: error ? sentenceOf(error, FAILED) : FAILED } satisfies LoginState;
  if (error) return <Navigate replace to={user ? "/profile/security" : "/login"} state={failed} />;
  const { next = "/", second_factor_ticket: ticket, unknown: identity } = data ?? {};
  if (identity) {
    const signup = next.startsWith("/trial") ? next : withNext("/signup", next);
    const page = identity.has_account ? withNext("/login", next) : signup;
    const to = identity.connects ? "/profile/security" : page;
    return <Navigate replace to={to} state={{ identity } satisfies LoginState} />;
  }
  if (data && (user || ticket === undefined)) return <Navigate replace to={next} />;
  return (
    <AuthCard title="ログイン">
      {ticket === undefined ? (
        <Loading className="min-h-40" />
      ) : (
        <LoginCodeForm
          ticket={ticket}
          email=""
          onStartOver={(failure = FAILED) => void navigate("/login", { replace: true, state: { failure } })}
        />
      )}
    </AuthCard>
  );
}

/** The provider's answer. It leaves the address bar, and so the history and the Referer header. */
function useSent(): Record<string, string> {
  const [sent] = useState(() => {
    const given = [...new URLSearchParams(window.location.search)];
    return Object.fromEntries(given.filter(([name]) => SENT.includes(name)));
  });
  useLayoutEffect(() => window.history.replaceState(window.history.state, "", window.location.pathname), []);
  return sent;
}
