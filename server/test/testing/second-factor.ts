import { contract } from "@manabiya/contract";
import { TOTP } from "otpauth";
import { type accountCalls, PASSWORD } from "./account-calls.ts";
import type { TestApp } from "./test-app.ts";

const { secondFactor } = contract;

/** Calls about the second factor, with the member's authenticator. */
export function secondFactorCalls(t: TestApp, { call, login }: ReturnType<typeof accountCalls>) {
  type Headers = { authorization: string };

  /** The authenticator's code, now or so many thirty-second steps later. */
  const codeOf = (secret: string, steps = 0) =>
    new TOTP({ secret }).generate({ timestamp: t.clock.now() + steps * 30_000 });

  const post = (url: string, headers: Headers, payload: object, address?: string) =>
    call("POST", url, { headers, payload, ...(address !== undefined && { address }) });
  const start = (headers: Headers, password: string = PASSWORD) => post(secondFactor.start.url, headers, { password });
  const confirm = (headers: Headers, code: string, address?: string) =>
    post(secondFactor.confirm.url, headers, { code }, address);

  return {
    codeOf,
    start,
    confirm,
    turnOff: (headers: Headers, code: string, password: string = PASSWORD) =>
      post(secondFactor.turnOff.url, headers, { password, code }),
    renewCodes: (headers: Headers, code: string, password: string = PASSWORD) =>
      post(secondFactor.renewRecoveryCodes.url, headers, { password, code }),
    state: (headers: Headers) => call("GET", secondFactor.get.url, { headers }),
    /** Turns it on and advances the clock until the used code has expired. */
    turnOn: async (headers: Headers, address?: string): Promise<{ secret: string; codes: string[] }> => {
      const { secret } = (await start(headers)).json<{ secret: string }>();
      const confirmed = await confirm(headers, codeOf(secret), address);
      t.clock.advance({ minutes: 1 });
      return { secret, codes: confirmed.json<{ recovery_codes: string[] }>().recovery_codes };
    },
    /** The first step of a login. */
    ticketFor: async (email: string, password: string = PASSWORD): Promise<string> =>
      (await login(email, password)).json<{ ticket: string }>().ticket,
    logIn: (ticket: string, code: string, address?: string) =>
      call("POST", secondFactor.logIn.url, { payload: { ticket, code }, ...(address !== undefined && { address }) }),
  };
}
