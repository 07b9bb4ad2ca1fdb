import { contract } from "@manabiya/contract";
import type { ProviderKey, UnknownIdentity } from "@manabiya/contract/accounts/providers.ts";
import { RETURN_PATH_MAX } from "@manabiya/contract/rules/wanted-video.ts";
import { useWrite } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { Button } from "../../ui/button.tsx";

/** The state with which provider-page.tsx leads on. */
export interface LoginState {
  /** Why nobody was logged in. */
  failure?: string;
  /** Signs up with it, or logs in to add it. */
  identity?: UnknownIdentity;
}

const meta = document.querySelector<HTMLMetaElement>('meta[name="manabiya:login-providers"]');

/** Keys and names of the providers that the operator has set up. */
export const loginProviders = JSON.parse(meta?.content || "[]") as [key: ProviderKey, name: string][];

export const nameOfProvider = (key: ProviderKey) => loginProviders.find(([each]) => each === key)?.[1] ?? key;

interface ProviderButtonsProps {
  /** The path to which the login leads on. */
  next: string;
  /** The deed on the button, such as "ログイン". */
  verb: string;
  lead?: string;
}

/** One button for each provider; nothing without any. The provider sends the browser back to provider-page.tsx. */
export function ProviderButtons({ next, verb, lead = "または" }: ProviderButtonsProps) {
  const start = useProvider();
  if (loginProviders.length === 0) return null;
  return (
    <div className="mt-6 grid gap-3">
      <p className="phrase text-center text-muted">{lead}</p>
      {loginProviders.map(([provider, name]) => (
        <Button
          key={provider}
          look="secondary"
          isBusy={start.isPending && start.variables.params.provider === provider}
          onClick={() => start.mutate(to(provider, next))}
        >
          {name}で{verb}
        </Button>
      ))}
      <MutationState of={start} failed={FAILED} />
    </div>
  );
}

export const FAILED = "ログインを始められませんでした。もう一度お試しください。";

export const useProvider = () =>
  useWrite(contract.providers.start, { changes: [], onSuccess: ({ url }) => location.assign(url) });

export const to = (provider: ProviderKey, next: string, connects = false) => ({
  params: { provider },
  body: { connects, next: next.length > RETURN_PATH_MAX ? "/" : next },
});
