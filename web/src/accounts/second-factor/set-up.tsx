import { contract } from "@manabiya/contract";
import {
  ConfirmSecondFactorBody,
  type SecondFactorSecret,
  StartSecondFactorBody,
} from "@manabiya/contract/accounts/second-factor.ts";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { mutation, useWrite } from "../../api/calls.ts";
import { FocusHere } from "../../forms/focus-here.tsx";
import { OwnerFields } from "../passwords/owner-fields.tsx";
import { BodyForm, useBodyForm } from "../../forms/body-form.tsx";
import { registerField } from "../../forms/register-field.ts";
import { showFirstFailure } from "../../forms/show-first-failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextField } from "../../ui/text-field.tsx";

const QrCode = lazy(() => import("./qr-code.tsx"));

const FAILED = "2段階認証の設定に失敗しました。もう一度お試しください。";

/** The steps are password, QR code, first code. `onDone` receives the recovery codes. */
export function SetUp({ onDone }: { onDone: (codes: string[]) => void }) {
  const [secret, setSecret] = useState<SecondFactorSecret | null>(null);
  if (secret === null) return <PasswordStep onDone={setSecret} />;
  return <CodeStep secret={secret} onDone={onDone} onStartOver={() => setSecret(null)} />;
}

function PasswordStep({ onDone }: { onDone: (secret: SecondFactorSecret) => void }) {
  const { form, failure } = useBodyForm(StartSecondFactorBody, { password: "" });
  const start = useWrite(contract.secondFactor.start, {
    changes: [],
    onSuccess: onDone,
    onError: (error) => showFirstFailure(form, error, { order: ["password"], fallback: FAILED }),
  });
  return (
    <BodyForm
      onSubmit={form.handleSubmit((body) => start.mutate({ body }))}
      failure={failure}
      isBusy={start.isPending}
      label="設定を始める"
      buttonClass="justify-self-start"
    >
      <OwnerFields form={form} password="password" hint="ご本人であることを確認するため、入力してください。" />
    </BodyForm>
  );
}

interface CodeStepProps {
  secret: SecondFactorSecret;
  onDone: (codes: string[]) => void;
  onStartOver: () => void;
}

function CodeStep({ secret: { secret, uri }, onDone, onStartOver }: CodeStepProps) {
  const { form, failure } = useBodyForm(ConfirmSecondFactorBody, { code: "" });
  const confirm = useMutation({
    // second-factor-block.tsx fetches the state again once the recovery codes are closed.
    ...mutation(contract.secondFactor.confirm, { changes: [contract.profile.get] }),
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
    onError: (error) => showFirstFailure(form, error, { order: ["code"], fallback: FAILED }),
  });
  return (
    <FocusHere>
      <ol className="grid list-decimal gap-6 pl-6 marker:font-bold">
        <li className="phrase">
          スマートフォンに認証アプリ（Google Authenticator、Microsoft Authenticator、1Passwordなど）を用意してください。
        </li>
        <li>
          <p className="phrase">認証アプリで、次のQRコードを読み取ってください。</p>
          <div className="mt-3">
            <Suspense fallback={<Skeleton className="size-52" />}>
              <QrCode text={uri} label="認証アプリで読み取るQRコード" />
            </Suspense>
          </div>
          <p className="phrase mt-3 text-muted">読み取れないときは、次のキーをアプリに入力してください。</p>
          <p className="mt-1 font-mono text-lg select-all">{secret.match(/.{1,4}/g)?.join(" ")}</p>
        </li>
        <li>
          <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((body) => confirm.mutate({ body }))}>
            <TextField
              label="確認コード"
              hint="アプリに表示された6桁の数字を入力してください。"
              required
              inputMode="numeric"
              autoComplete="one-time-code"
              spellCheck={false}
              className="max-w-60 text-lg tracking-widest"
              {...registerField(form, "code")}
            />
            {failure !== undefined && <Banner tone="danger">{failure}</Banner>}
            <div className="flex flex-wrap gap-3">
              <Button type="submit" isBusy={confirm.isPending}>
                2段階認証をオンにする
              </Button>
              <Button look="secondary" onClick={onStartOver}>
                キャンセル
              </Button>
            </div>
          </form>
        </li>
      </ol>
    </FocusHere>
  );
}
