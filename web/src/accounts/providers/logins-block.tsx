import { contract } from "@manabiya/contract";
import type { ProviderKey } from "@manabiya/contract/accounts/providers.ts";
import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import type { Profile } from "../../api/answers.ts";
import { useRead, useWrite } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { ProfileBlock } from "../../ui/page/profile-block.tsx";
import { OwnerDialog } from "../passwords/owner-dialog.tsx";
import { FAILED, loginProviders, type LoginState, nameOfProvider, to, useProvider } from "./provider-buttons.tsx";

interface Asked {
  provider: ProviderKey;
  /** The account that is added; null: the provider is removed. */
  identity: string | null;
}

/** The ways in which a member logs in. */
export function LoginsBlock({ profile }: { profile: Profile }) {
  const { failure } = (useLocation().state ?? {}) as LoginState;
  const found = useRead(contract.providers.list);
  const [asked, setAsked] = useState<Asked | null>(null);
  const change = useWrite(contract.providers.change, {
    changes: [contract.providers.list, contract.profile.sessions],
    onSuccess: () => setAsked(null),
  });
  const start = useProvider();
  const ask = (provider: ProviderKey, identity: string | null) => {
    change.reset();
    setAsked({ provider, identity });
  };
  if (!found.data) {
    return <NotLoaded query={found} message="ログイン方法を読み込めませんでした。" blocks={["h-40"]} />;
  }
  const { connected, waiting } = found.data;
  const name = asked && nameOfProvider(asked.provider);
  const isRemoved = asked?.identity === null;
  const deed = isRemoved ? "解除" : "追加";
  return (
    <ProfileBlock title="ログイン方法">
      <div className="grid gap-4">
        {failure && !change.data && <Banner tone="danger">{failure}</Banner>}
        {change.data && <Banner tone="success">{change.data.message}</Banner>}
        {waiting && (
          <Banner tone="notice" action={<Button onClick={() => ask(waiting.provider, waiting.id)}>追加する</Button>}>
            {nameOfProvider(waiting.provider)}
            {waiting.email !== null && `（${waiting.email}）`}でのログインを、このアカウントに追加できます。
          </Banner>
        )}
        <ul>
          <Method name="パスワード" isUsed={profile.has_password}>
            {!profile.has_password && (
              <ButtonLink to="/password-reset" look="secondary">
                メールで設定
              </ButtonLink>
            )}
          </Method>
          {loginProviders.map(([provider, name]) => {
            const isUsed = connected.includes(provider);
            const onClick = () => (isUsed ? ask(provider, null) : start.mutate(to(provider, "/", true)));
            return (
              <Method key={provider} name={name} isUsed={isUsed}>
                <Button look="secondary" isBusy={start.isPending} onClick={onClick}>
                  {name}を{isUsed ? "解除" : "追加"}
                </Button>
              </Method>
            );
          })}
        </ul>
        <MutationState of={start} failed={FAILED} />
      </div>
      {asked && (
        <OwnerDialog
          title={`${name}でのログインを${deed}しますか？`}
          confirmLabel={`${deed}する`}
          look={isRemoved ? "danger" : "primary"}
          failed="変更できませんでした。もう一度お試しください。"
          asksAtOnce={false}
          hasSecondFactor={profile.has_second_factor}
          isBusy={change.isPending}
          onConfirm={(given, options) => {
            const { provider, identity } = asked;
            change.mutate({ params: { provider }, body: { ...given, identity } }, options);
          }}
          onClose={() => setAsked(null)}
        >
          {isRemoved
            ? `${name}でログインした、ほかの端末からはログアウトします。`
            : `次回から、${name}でもこのアカウントにログインできます。ご自身の${name}のアカウントであることをご確認ください。`}
        </OwnerDialog>
      )}
    </ProfileBlock>
  );
}

function Method({ name, isUsed, children }: { name: string; isUsed: boolean; children: ReactNode }) {
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-3 border-b py-2 last:border-b-0">
      <p>
        <strong>{name}</strong>
        <span className="ml-3 text-muted">{isUsed ? "ログインに使えます" : "未設定"}</span>
      </p>
      {children}
    </li>
  );
}
