import { contract } from "@manabiya/contract";
import type { SecondFactorState } from "@manabiya/contract/accounts/second-factor.ts";
import { useState } from "react";
import { invalidate } from "../../api/query-client.ts";
import { ProfileFacts } from "../../ui/page/profile-block.tsx";
import { VerifyEmailNote } from "../profile/verify-email-note.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { formatMinute } from "../../ui/date.ts";
import { RecoveryCodeList } from "./recovery-codes.tsx";
import { SetUp } from "./set-up.tsx";
import { useWrite } from "../../api/calls.ts";
import { OwnerDialog } from "../passwords/owner-dialog.tsx";

/** At or below this number the page recommends new codes. */
const FEW_CODES = 3;

const UNVERIFIED =
  "設定を始めるには、先にメールアドレスの確認が必要です。届いている確認メールのリンクを開いてください。";
const UNVERIFIED_CODES = "新しいリカバリーコードを作るには、先にメールアドレスの確認が必要です。";

interface SecondFactorBlockProps {
  state: SecondFactorState;
  /** Without a verified address the server refuses to set anything up. */
  isVerified: boolean;
}

export function SecondFactorBlock({ state, isVerified }: SecondFactorBlockProps) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const [dialog, setDialog] = useState<"off" | "codes" | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const turnOff = useWrite(contract.secondFactor.turnOff, {
    changes: [contract.secondFactor.get, contract.profile.get],
    onSuccess: ({ message }) => {
      setDialog(null);
      setDone(message);
    },
  });
  const renew = useWrite(contract.secondFactor.renewRecoveryCodes, {
    changes: [],
    onSuccess: ({ recovery_codes }) => {
      setDialog(null);
      setCodes(recovery_codes);
    },
  });

  function closeCodes(): void {
    setCodes(null);
    void invalidate([contract.secondFactor.get.url]);
  }

  if (codes !== null) return <RecoveryCodeList codes={codes} onDone={closeCodes} />;
  if (state.enabled_at === null) {
    return (
      <div className="grid gap-5">
        {done && <Banner tone="success">{done}</Banner>}
        {state.is_required && <Banner tone="notice">管理画面を使うには、2段階認証の設定が必要です。</Banner>}
        <p className="phrase max-w-reading">
          ログインのとき、パスワードに加えて、スマートフォンの認証アプリに表示される確認コードを入力します。パスワードを他人に知られても、不正ログインを防げます。
        </p>
        {isVerified ? <SetUp onDone={setCodes} /> : <VerifyEmailNote isRequired text={UNVERIFIED} />}
      </div>
    );
  }
  const left = state.recovery_codes_left;
  return (
    <div className="grid gap-5">
      <ProfileFacts
        facts={[
          ["状態", "オン"],
          ["設定した日時", formatMinute(state.enabled_at) ?? ""],
          ["リカバリーコード", `残り${left}個`],
        ]}
      />
      {left <= FEW_CODES && (
        <Banner tone="notice">リカバリーコードが少なくなっています。新しいコードを作ってください。</Banner>
      )}
      {!isVerified && <VerifyEmailNote isRequired text={UNVERIFIED_CODES} />}
      <div className="flex flex-wrap gap-3">
        {isVerified && (
          <Button look="secondary" onClick={() => setDialog("codes")}>
            新しいリカバリーコードを作る
          </Button>
        )}
        <Button look="secondary" onClick={() => setDialog("off")}>
          2段階認証をオフにする
        </Button>
      </div>
      {dialog && (
        <OwnerDialog
          {...DIALOGS[dialog]}
          failed="変更できませんでした。もう一度お試しください。"
          asksAtOnce
          hasSecondFactor
          isBusy={turnOff.isPending || renew.isPending}
          onConfirm={({ password = "", code = "" }, options) => {
            const body = { password, code };
            if (dialog === "off") turnOff.mutate({ body }, options);
            else renew.mutate({ body }, options);
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}

const DIALOGS = {
  off: {
    title: "2段階認証をオフにしますか？",
    confirmLabel: "オフにする",
    look: "danger",
    children: "パスワードだけでログインできるようになります。リカバリーコードも使えなくなります。",
  },
  codes: {
    title: "新しいリカバリーコードを作りますか？",
    confirmLabel: "作る",
    look: "primary",
    children: "以前のリカバリーコードは使えなくなります。",
  },
} as const;
