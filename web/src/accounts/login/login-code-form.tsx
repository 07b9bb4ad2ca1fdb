import { contract } from "@manabiya/contract";
import type { SignedIn } from "@manabiya/contract/accounts/auth.ts";
import { LoginCodeBody } from "@manabiya/contract/accounts/second-factor.ts";
import { useEffect, useState } from "react";
import { ApiError, useWrite } from "../../api/calls.ts";
import { beginSession } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { isSignedIn } from "../../api/sign-in.ts";
import { BodyForm, useBodyForm } from "../../forms/body-form.tsx";
import { registerField } from "../../forms/register-field.ts";
import { showFailure } from "../../forms/show-failure.ts";

const FAILED = "ログインに失敗しました。もう一度お試しください。";

interface LoginCodeFormProps {
  ticket: string;
  email: string;
  /** Goes back to the first step, which shows `reason`. */
  onStartOver: (reason?: string) => void;
}

/** The second step of a login, which takes a code of the authenticator application or a recovery code. */
export default function LoginCodeForm(props: LoginCodeFormProps) {
  const [hasTelephone, setHasTelephone] = useState(true);
  return (
    <CodeForm
      key={String(hasTelephone)}
      {...props}
      hasTelephone={hasTelephone}
      onChangeKind={() => setHasTelephone(!hasTelephone)}
    />
  );
}

interface CodeFormProps extends LoginCodeFormProps {
  hasTelephone: boolean;
  onChangeKind: () => void;
}

function CodeForm({ ticket, email, hasTelephone, onStartOver, onChangeKind }: CodeFormProps) {
  const { form, failure } = useBodyForm(LoginCodeBody, { ticket, code: "" });
  const { setFocus } = form;
  // This field replaces the previous ones, so it takes their focus.
  useEffect(() => setFocus("code"), [setFocus]);
  const login = useWrite(contract.secondFactor.logIn, {
    changes: [],
    onSuccess: (answer: Partial<SignedIn>) => {
      if (isSignedIn(answer)) beginSession(answer);
      else form.setError("root", { message: FAILED });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.body?.type === "ticket_expired") onStartOver(error.body.error);
      else showFailure(form, error, FAILED);
    },
  });

  return (
    <div className="grid gap-5">
      <BodyForm
        onSubmit={form.handleSubmit((body) => login.mutate({ body: { ...body, rotate: true } }))}
        failure={failure}
        isBusy={login.isPending}
        label="ログイン"
      >
        <p className="phrase">
          {hasTelephone
            ? "認証アプリに表示されている6桁の確認コードを入力してください。"
            : "保存しておいたリカバリーコードを1つ入力してください。1つのコードは1回だけ使えます。"}
          <span className="mt-1 block text-sm break-all text-muted">{email}</span>
        </p>
        <TextField
          label={hasTelephone ? "確認コード" : "リカバリーコード"}
          required
          {...(hasTelephone
            ? { inputMode: "numeric", autoComplete: "one-time-code" }
            : { autoComplete: "off", autoCapitalize: "characters" })}
          spellCheck={false}
          className="max-w-60 text-lg tracking-widest"
          {...registerField(form, "code")}
        />
      </BodyForm>
      <div className="grid justify-items-start">
        <Button look="quiet" className="-ml-5" onClick={onChangeKind}>
          {hasTelephone ? "認証アプリを使えないとき" : "認証アプリの確認コードを使う"}
        </Button>
        <Button look="quiet" className="-ml-5" onClick={() => onStartOver()}>
          別のアカウントでログイン
        </Button>
      </div>
    </div>
  );
}
