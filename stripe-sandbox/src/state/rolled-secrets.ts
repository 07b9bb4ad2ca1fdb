import type { RolledSecret } from "./kinds.ts";
import type { Store } from "./store.ts";

/** The API's key is a secret of the account. Other owners are webhook endpoints. */
export const ACCOUNT_KEY = "secret_key";

/** Secrets that were replaced and stay valid for a while, as the dashboard offers it. */
export function rolledSecrets(store: Store, owner: string): RolledSecret[] {
  return store.all("rolled_secret").filter((each) => each.owner === owner);
}

/** The replaced secrets that are still valid. @param now milliseconds by the sandbox's clock */
export function overlappingSecrets(store: Store, owner: string, now: number): string[] {
  return rolledSecrets(store, owner)
    .filter(({ expiresAt }) => now < expiresAt)
    .map(({ id }) => id);
}

/** Keeps a replaced secret until it expires. Commits this and what was put before. */
export function rollSecret(store: Store, owner: string, replaced: string, expiresAt: number): void {
  store.put("rolled_secret", { id: replaced, owner, expiresAt });
  store.commit();
}
