import { contract } from "@manabiya/contract";
import {
  type ProviderKey,
  type Purpose,
  RETURN_PATH_MAX,
  type UnknownIdentity,
} from "@manabiya/contract/accounts/providers.ts";
import { useMutation } from "@tanstack/react-query";
import { mutation } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { Button } from "../../ui/button.tsx";

/** The state with which the page of a provider's answer leads on. */
export interface LoginState {
  /** Why nobody was logged in. */
  failure?: string;
  /** Signs up. */
  identity?: UnknownIdentity;
  /** The name of the provider that the account can have after its login. */
  connects?: string;
}

const meta = document.querySelector<HTMLMetaElement>('meta[name="manabiya:login-providers"]');

/** Keys and names of the providers that the operator has set up. */
export const loginProviders = JSON.parse(meta?.content || "[]") as [key: ProviderKey, name: string][];

export const nameOfProvider = (key: string) => loginProviders.find(([each]) => each === key)?.[1] ?? "外部アカウント";

/** The browser goes to the provider, which sends it back to provider-page.tsx. */
export function useProvider() {
  return useMutation({
    ...mutation(contract.providers.start, { changes: [] }),
    onSuccess: ({ url }) => location.assign(url),
  });
}

export const FAILED = "ログインを始められませんでした。もう一度お試しください。";

interface ProviderButtonsProps {
  purpose: Purpose;
  /** The path to which the login leads on. */
  next: string;
}

/** One button for each provider; nothing without any. */
export function ProviderButtons({ purpose, next }: ProviderButtonsProps) {
  const start = useProvider();
  if (loginProviders.length === 0) return null;
  const path = next.length > RETURN_PATH_MAX ? "/" : next;
  return (
    <div className="mt-6 grid gap-3">
      <p className="flex items-center gap-3 text-muted before:flex-1 before:border-t after:flex-1 after:border-t">
        または
      </p>
      {loginProviders.map(([provider, name]) => (
        <Button
          key={provider}
          look="secondary"
          isBusy={start.isPending && start.variables.params.provider === provider}
          onClick={() => start.mutate({ params: { provider }, body: { purpose, next: path } })}
        >
          {name}で{purpose === "login" ? "ログイン" : "登録"}
        </Button>
      ))}
      <MutationState of={start} failed={FAILED} />
    </div>
  );
}
