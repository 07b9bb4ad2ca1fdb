import { contract } from "@manabiya/contract";
import { ProviderSignupBody, SignupBody, type SignedIn, SOURCE_MAX } from "@manabiya/contract/accounts/auth.ts";
import type { UnknownIdentity } from "@manabiya/contract/accounts/providers.ts";
import { PASSWORD_HINT } from "@manabiya/contract/accounts/password.ts";
import { ApiError, useWrite } from "../../api/calls.ts";
import { beginSession } from "../../session/session.ts";
import { PasswordField, TextField } from "../../ui/text-field.tsx";
import { isSignedIn } from "../../api/sign-in.ts";
import { BodyForm, useBodyForm } from "../../forms/body-form.tsx";
import { registerField } from "../../forms/register-field.ts";
import { showFailure } from "../../forms/show-failure.ts";
import type { AgreedVersions } from "@manabiya/contract/legal/agreements.ts";
import { useId, type ComponentProps } from "react";
import { Link, useLocation } from "react-router";
import { useNextPath, withNext } from "../../session/next-path.ts";
import { Banner } from "../../ui/banner.tsx";
import { type LoginState, nameOfProvider, ProviderButtons } from "../providers/provider-buttons.tsx";
import { site } from "../../site.ts";
import { FieldError } from "../../ui/field.tsx";

const FAILED = "サインアップに失敗しました。もう一度お試しください。";

interface SignupFormProps {
  status: "inactive" | "trial";
  submitLabel: string;
  onDone: () => void;
}

/** Signs up with a password, or by the provider that the visitor comes from (providers/provider-page.tsx). */
export function SignupForm({ status, submitLabel, onDone }: SignupFormProps) {
  const { identity } = (useLocation().state ?? {}) as LoginState;
  const next = useNextPath();
  // Without a password the other fields are the same.
  const schema = (identity ? ProviderSignupBody : SignupBody) as typeof SignupBody;
  const call = (identity ? contract.providers.signUp : contract.auth.signup) as typeof contract.auth.signup;
  const known = { username: identity?.username ?? "", email: identity?.email ?? "", identity: identity?.id };
  const { form, failure } = useBodyForm(schema, { ...known, ...(!identity && { password: "", password2: "" }) });
  const signup = useWrite(call, {
    changes: [],
    onSuccess: (answer: Partial<SignedIn>) => {
      if (!isSignedIn(answer)) return form.setError("root", { message: FAILED });
      beginSession(answer);
      onDone();
    },
    onError: (error) => {
      const isUnknown = error instanceof ApiError && error.status !== null && error.body?.type === undefined;
      if (isUnknown) form.setError("root", { message: FAILED });
      else showFailure(form, error, FAILED);
    },
  });
  const fields = (
    <BodyForm
      onSubmit={form.handleSubmit((values) =>
        signup.mutate({
          body: {
            ...values,
            subscription_status: status,
            rotate: true,
            // A provider is not where the visitor came from.
            source: identity ? undefined : visitSource(),
            agreed_versions: shownVersions(),
          },
        }),
      )}
      failure={failure}
      isBusy={signup.isPending}
      label={submitLabel}
    >
      {identity && <ByProvider identity={identity} login={withNext("/login", next)} />}
      <TextField label="ユーザー名" autoComplete="nickname" {...registerField(form, "username")} />
      <TextField label="メールアドレス" type="email" autoComplete="email" {...registerField(form, "email")} />
      {!identity && (
        <>
          <PasswordField
            label="パスワード"
            hint={PASSWORD_HINT}
            autoComplete="new-password"
            {...registerField(form, "password", "password2")}
          />
          <PasswordField label="パスワード（確認）" autoComplete="new-password" {...registerField(form, "password2")} />
        </>
      )}
      <TermsField {...registerField(form, "agreedToTerms")} />
    </BodyForm>
  );
  return (
    <>
      {fields}
      {!identity && <ProviderButtons next={status === "trial" ? withNext("/trial", next) : next} verb="登録" />}
    </>
  );
}

function ByProvider({ identity, login }: { identity: UnknownIdentity; login: string }) {
  const name = nameOfProvider(identity.provider);
  return (
    <Banner tone="notice">
      {name}でのログインは、はじめてのご利用です。パスワードなしで登録できます。登録済みの方は、
      <Link to={login} state={{ identity } satisfies LoginState} className="text-primary underline">
        先にログイン
      </Link>
      すると、{name}でのログインを追加できます。
    </Banner>
  );
}

/** The versions of the documents that the page links to. */
function shownVersions(): AgreedVersions | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="manabiya:legal-versions"]');
  return meta?.content ? (JSON.parse(meta.content) as AgreedVersions) : undefined;
}

/**
 * The campaign or the site that led to this page; undefined: unknown. The landing pages have no script and set no cookie:
 * their address, which the browser names as the referrer, carries the campaign.
 */
function visitSource(): string | undefined {
  const from = URL.canParse(document.referrer) ? new URL(document.referrer) : null;
  const campaign = (search: string | undefined) => new URLSearchParams(search).get("utm_source");
  const source =
    campaign(location.search) ?? (from?.host === location.host ? campaign(from.search) : (from?.hostname ?? null));
  return source?.slice(0, SOURCE_MAX).toWellFormed().replaceAll("\0", "") || undefined;
}

/** The linked documents open in new tabs, so that nothing typed is lost. */
function TermsField({ error, ...input }: ComponentProps<"input"> & { error: string | undefined }) {
  const id = useId();
  return (
    <div>
      {/* The checkbox is aligned with the fields above and centred in its touch target. */}
      <div className="-ml-2.5 flex items-start gap-1">
        <span className="grid size-target shrink-0 place-items-center">
          <input
            {...input}
            id={id}
            type="checkbox"
            aria-invalid={error !== undefined}
            aria-describedby={error && `${id}-error`}
            className="size-6"
          />
        </span>
        <label htmlFor={id} className="phrase py-2.5">
          <Document href={site.termsUrl}>利用規約</Document>と
          <Document href={site.privacyUrl}>プライバシーポリシー</Document>に同意する
        </label>
      </div>
      <FieldError id={`${id}-error`} message={error} />
    </div>
  );
}

function Document({ href, children }: { href: string; children: string }) {
  if (href === "") return children;
  return (
    <a href={href} target="_blank" rel="noopener" className="text-primary underline">
      {children}
      <span className="sr-only">（新しいタブで開きます）</span>
    </a>
  );
}
