import { contract } from "@manabiya/contract";
import { hashPassword } from "../../src/accounts/passwords/password.ts";
import { createUser } from "./factories.ts";
import { placeNumber } from "./client-numbers.ts";
import type { TestApp } from "./test-app.ts";

/** The password of every member that `accountCalls` makes. */
export const PASSWORD = "tomato-soup-41";
export const NEW_PASSWORD = "potato-stew-52";

/** Calls about accounts as their owners make them, each from a place of its own unless told. */
export function accountCalls(t: TestApp) {
  let hash: Promise<string> | undefined;
  let places = 0;

  function call(method: "GET" | "POST" | "PUT" | "DELETE", url: string, more: Caller & { payload?: object }) {
    const { headers, payload, address = placeNumber(++places) } = more;
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
      hash ??= hashPassword(PASSWORD);
      return createUser(t.db, t.clock, { password_hash: await hash, ...given });
    },
    login: (email: string, password: string = PASSWORD, address?: string) =>
      call("POST", contract.auth.login.url, {
        payload: { email, password },
        ...(address !== undefined && { address }),
      }),
    /** Whether a session is still one. */
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
    ) =>
      call("POST", contract.auth.confirmPasswordReset.url, {
        payload: { token, new_password, new_password2 },
      }),
  };
}

interface Caller {
  headers?: { authorization: string };
  /** Where the call comes from. */
  address?: string;
}
