import { discover } from "../../../accounts/providers/provider.ts";
import { ok } from "../../../billing/check/finding.ts";
import { type Check, line } from "./installation.ts";

/** Whether each provider of logins describes itself as its settings expect. */
export const loginProviders: Check = async ({ env: { loginProviders: providers } }) => {
  if (providers.length === 0) return [ok("login providers", "none: members log in with a password")];
  return Promise.all(
    providers.map(async (provider) => {
      const problem = await discover(provider).then(
        () => null,
        (error: Error) => error.message,
      );
      const remedy = `${provider.issuer}, and the network from this machine to it (docs/login-providers.md)`;
      return line(problem === null, `login by ${provider.name}`, problem ?? "describes itself", remedy);
    }),
  );
};
