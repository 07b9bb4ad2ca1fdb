import { contract } from "@manabiya/contract";
import { hashPassword } from "../../src/accounts/passwords/password.ts";
import { createUser } from "./factories.ts";
import { clientAddress } from "./client-address.ts";
import type { TestApp } from "./test-app.ts";

export const PASSWORD = "tomato-soup-41";
export const NEW_PASSWORD = "potato-stew-52";

/** Account calls, each from its own client network by default. */
export function accountCalls(t: TestApp) {
  let passwordHash: Promise<string> | undefined;
  let clients = 0;

  function call(method: "GET" | "POST" | "PUT" | "DELETE", url: string, more: Caller & { payload?: object }) {
    const { headers, payload, address = clientAddress(++clients) } = more;
    return t.app.inject({
      method,
      url,
      ...(payload && { payload }),
      headers: { ...headers, "x-forwarded-for": address },
    });
  }

  return {
    call,
    member: async (given: Parameters<typeof createUser>[2] = {}) => {
      passwordHash ??= hashPassword(PASSWORD);
      const verified = { email_verified_at: t.clock.daysAgo(60) };
      return createUser(t.db, t.clock, { password_hash: await passwordHash, ...verified, ...given });
    },
    login: (email: string, password: string = PASSWORD, address?: string) =>
      call("POST", contract.auth.login.url, {
        payload: { email, password },
        ...(address !== undefined && { address }),
      }),
    isSignedIn: async (headers: { authorization: string }) =>
      (await call("GET", contract.profile.get.url, { headers })).statusCode === 200,
    requestReset: (email: string, address?: string) =>
      call("POST", contract.auth.requestPasswordReset.url, {
        payload: { email },
        ...(address !== undefined && { address }),
      }),
    confirmReset: (
      token: string,
      new_password: string = NEW_PASSWORD,
      new_password2: string | undefined = new_password,
    ) => call("POST", contract.auth.confirmPasswordReset.url, { payload: { token, new_password, new_password2 } }),
  };
}

interface Caller {
  headers?: { authorization: string };
  /** The client's IP address. */
  address?: string;
}
