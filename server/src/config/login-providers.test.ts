import { expect, test } from "vitest";
import { loginProviderProblems, loginProvidersOf } from "./login-providers.ts";

const GOOGLE = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
const OWN = { OIDC_CLIENT_ID: "id", OIDC_CLIENT_SECRET: "secret", OIDC_ISSUER: "https://login.example" };
const PUBLIC = { HOST: "0.0.0.0", PUBLIC_URL: "https://manabiya.example" };

test("a provider has a button only if all its settings are there", () => {
  expect(loginProvidersOf({})).toEqual([]);
  expect(loginProvidersOf({ ...GOOGLE, LINE_CLIENT_ID: "id" }).map(({ name }) => name)).toEqual(["Google"]);
  expect(loginProvidersOf(OWN)).toMatchObject([{ name: "外部アカウント", issuer: "https://login.example" }]);
});

test.each([
  [{}, []],
  [{ ...GOOGLE, ...OWN }, []],
  [{ LINE_CLIENT_ID: "id" }, ["LINE_CLIENT_SECRET: set it with the other LINE variables"]],
  [
    { APPLE_CLIENT_ID: "id", APPLE_CLIENT_SECRET: "key" },
    ["APPLE_TEAM_ID: set it with the other APPLE variables", "APPLE_KEY_ID: set it with the other APPLE variables"],
  ],
  [{ ...OWN, OIDC_ISSUER: "http://login.example" }, ["OIDC_ISSUER: must begin with https://"]],
  [{ ...OWN, OIDC_ISSUER: "http://127.0.0.1:4000" }, ["OIDC_ISSUER: must begin with https://"]],
])("a public site with %j: %j", (given, problems) => {
  expect(loginProviderProblems({ ...PUBLIC, ...given }, false)).toEqual(problems);
});

test("a demo and a rehearsal may use a provider of this machine", () => {
  const given = { ...OWN, OIDC_ISSUER: "http://127.0.0.1:4000" };
  expect([loginProviderProblems(given, true), loginProviderProblems(given, false)]).toEqual([[], []]);
});
