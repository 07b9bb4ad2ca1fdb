import { contract, type OutputOf } from "@manabiya/contract";
import type { ProviderKey } from "@manabiya/contract/accounts/providers.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import type { Profile } from "../../api/answers.ts";
import { mutation, query } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProfileBlock } from "../../ui/page/profile-block.tsx";
import { OwnerDialog } from "../passwords/owner-dialog.tsx";
import { FAILED, loginProviders, type LoginState, nameOfProvider, useProvider } from "./provider-buttons.tsx";

const CHANGES = { changes: [contract.providers.list, contract.profile.sessions] };

type Methods = OutputOf<typeof contract.providers.list>;

/** The ways in which a member logs in. */
export function LoginsBlock({ profile }: { profile: Profile }) {
  const found = useQuery(query(contract.providers.list));
  if (loginProviders.length === 0 && profile.has_password) return null;
  return (
    <ProfileBlock title="ログイン方法">
      <Loaded query={found} message="ログイン方法を読み込めませんでした。" blocks={["h-40"]}>
        {(methods) => <Logins methods={methods} profile={profile} />}
      </Loaded>
    </ProfileBlock>
  );
}

interface Asked {
  provider: ProviderKey;
  isAdded: boolean;
}

function Logins({ methods: { connected, waiting }, profile }: { methods: Methods; profile: Profile }) {
  const { failure } = (useLocation().state ?? {}) as LoginState;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const start = useProvider();
  const ask = (about: Asked) => {
    setDone(null);
    setAsked(about);
  };
  return (
    <div className="grid gap-4">
      {failure && done === null && <Banner tone="danger">{failure}</Banner>}
      {done !== null && <Banner tone="success">{done}</Banner>}
      {waiting && (
        <Banner
          tone="notice"
          action={<Button onClick={() => ask({ provider: waiting.provider, isAdded: true })}>追加する</Button>}
        >
          {nameOfProvider(waiting.provider)}
          {waiting.email !== null && `（${waiting.email}）`}でのログインを、このアカウントに追加できます。
        </Banner>
      )}
      <ul>
        <Method name="パスワード" state={profile.has_password ? "設定済み" : "未設定"}>
          {!profile.has_password && <SetPassword email={profile.email} />}
        </Method>
        {loginProviders.map(([provider, name]) => {
          const isConnected = connected.some((each) => each.provider === provider);
          const label = isConnected ? "解除" : "追加";
          return (
            <Method key={provider} name={name} state={isConnected ? "ログインに使えます" : "使っていません"}>
              <Button
                look="secondary"
                aria-label={`${name}でのログインを${label}`}
                isBusy={start.isPending}
                onClick={() =>
                  isConnected
                    ? ask({ provider, isAdded: false })
                    : start.mutate({ params: { provider }, body: { purpose: "connect", next: "/profile/security" } })
                }
              >
                {label}
              </Button>
            </Method>
          );
        })}
      </ul>
      <MutationState of={start} failed={FAILED} />
      {asked && (
        <ChangeDialog
          {...asked}
          hasSecondFactor={profile.has_second_factor}
          onClose={() => setAsked(null)}
          onDone={(message) => {
            setAsked(null);
            setDone(message);
          }}
        />
      )}
    </div>
  );
}

function Method({ name, state, children }: { name: string; state: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-b py-3 first:pt-0 last:border-b-0 last:pb-0">
      <p>
        <strong>{name}</strong>
        <span className="ml-3 text-muted">{state}</span>
      </p>
      {children}
    </li>
  );
}

/** The mail for a forgotten password sets the first one, too. */
function SetPassword({ email }: { email: string }) {
  const send = useMutation(mutation(contract.auth.requestPasswordReset, { changes: [] }));
  if (send.isSuccess)
    return <Banner tone="success">{email}に送りました。30分以内に、メールの中のリンクを開いてください。</Banner>;
  return (
    <>
      <Button look="secondary" isBusy={send.isPending} onClick={() => send.mutate({ body: { email } })}>
        設定用のメールを送る
      </Button>
      <MutationState of={send} failed="メールを送れませんでした。もう一度お試しください。" />
    </>
  );
}

interface ChangeDialogProps extends Asked {
  hasSecondFactor: boolean;
  onClose: () => void;
  onDone: (message: string) => void;
}

function ChangeDialog({ provider, isAdded, hasSecondFactor, onClose, onDone }: ChangeDialogProps) {
  const onSuccess = ({ message }: { message: string }) => onDone(message);
  const connect = useMutation({ ...mutation(contract.providers.connect, CHANGES), onSuccess });
  const disconnect = useMutation({ ...mutation(contract.providers.disconnect, CHANGES), onSuccess });
  const name = nameOfProvider(provider);
  return (
    <OwnerDialog
      title={`${name}でのログインを${isAdded ? "追加" : "解除"}しますか？`}
      confirmLabel={isAdded ? "追加する" : "解除する"}
      look={isAdded ? "primary" : "danger"}
      failed="変更できませんでした。もう一度お試しください。"
      asksAtOnce={false}
      hasSecondFactor={hasSecondFactor}
      isBusy={connect.isPending || disconnect.isPending}
      onConfirm={(body, options) =>
        isAdded ? connect.mutate({ body }, options) : disconnect.mutate({ params: { provider }, body }, options)
      }
      onClose={onClose}
    >
      {isAdded
        ? `次回から、${name}でもこのアカウントにログインできます。ご自身の${name}のアカウントであることをご確認ください。`
        : `${name}でログインした、ほかの端末からはログアウトします。`}
    </OwnerDialog>
  );
}
