import { expect, onTestFinished, test } from "vitest";
import { linesOf } from "../../../../test/testing/installation.ts";
import { startOpenidProvider } from "../../../../test/testing/openid-provider.ts";
import { loginProviders } from "./login-providers.ts";

const linesAt = (OIDC_ISSUER: string) =>
  linesOf(loginProviders, {
    DEMO: "1",
    OIDC_NAME: "学校",
    OIDC_CLIENT_ID: "id",
    OIDC_CLIENT_SECRET: "secret",
    OIDC_ISSUER,
  });

test("a provider describes itself, calls itself something else, or is away", async () => {
  const provider = await startOpenidProvider([], new Map());
  onTestFinished(() => provider.stop());
  expect(await linesAt(provider.issuer)).toEqual([expect.stringMatching(/^ok +login by 学校: describes itself$/)]);
  expect(await linesAt(provider.issuer.replace("127.0.0.1", "localhost"))).toEqual([
    expect.stringMatching(/^wrong +login by 学校: .*issuer/),
  ]);
  provider.setAway(true);
  expect(await linesAt(provider.issuer)).toEqual([expect.stringMatching(/^wrong +login by 学校: /)]);
});

test("without providers there is nothing to look at", async () => {
  expect(await linesOf(loginProviders, { DEMO: "1" })).toEqual([
    expect.stringMatching(/^ok +login providers: none: members log in with a password$/),
  ]);
});
