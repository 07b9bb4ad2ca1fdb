import { ok } from "node:assert/strict";
import { contract } from "@manabiya/contract";
import { TOTP } from "otpauth";
import { NEW_PASSWORD, PASSWORD } from "./account-calls.ts";
import type { ProviderScene } from "./provider-scene.ts";
import { selectRows } from "./select-rows.ts";

/** Another person goes to the provider in a browser. */
export async function comeAsAnother(scene: ProviderScene, browser: ReturnType<ProviderScene["openBrowser"]>) {
  scene.meet();
  await browser.logIn("google");
}

interface Attacked {
  scene: ProviderScene;
  /** With `PASSWORD`. */
  member(given?: { email: string }): Promise<{ id: number; email: string }>;
  /** The token of the newest link to a new password. */
  tokenMailedTo(address: string): Promise<string>;
}

/** Account takeover through providers. Each returns whether it succeeded; `meet()` comes before. */
export function providerAttacks({ scene, member, tokenMailedTo }: Attacked): Record<string, () => Promise<boolean>> {
  const { servers, addressOf, openBrowser, signedUp, identities, describe } = scene;
  const answerOf = async (address: string) =>
    Object.fromEntries((await servers.google.visit(address, scene.person)).url.searchParams);
  return {
    "an unverified address signs up as a verified one": async () => {
      describe({ email_verified: false });
      const browser = openBrowser();
      await browser.logIn("oidc");
      await browser.signUp(addressOf());
      return (await browser.profile()).email_verified_at !== null;
    },
    "an unverified address learns that it has an account": async () => {
      describe({ email_verified: false });
      await member({ email: addressOf() });
      return (await openBrowser().logIn("oidc")).json().unknown.has_account;
    },
    "a verified address logs in to the account of that address": async () => {
      const { id } = await member({ email: addressOf() });
      const browser = openBrowser();
      const found = await browser.logIn("google");
      await browser.signUp(addressOf());
      return found.json().signed_in !== undefined || (await identities(id)).length > 0;
    },
    "an address that was changed to a member's reaches the member": async () => {
      const { id } = await signedUp();
      const victim = await member();
      describe({ email: victim.email, email_verified: true, hd: "example.com" });
      const { signed_in } = (await openBrowser().logIn("google")).json();
      return signed_in.user.id !== id || (await identities(victim.id)).length > 0;
    },
    "the same subject at another provider": async () => {
      await signedUp("google");
      return (await openBrowser().logIn("oidc")).json().signed_in !== undefined;
    },
    "a subject that belongs to a member moves to another": async () => {
      const { id } = await signedUp();
      const thief = await member();
      const browser = openBrowser();
      await browser.enter(thief.email);
      await browser.logIn("google", "/", true);
      await browser.connect();
      return (await identities(id)).length === 0 || (await identities(thief.id)).length > 0;
    },
    "a sign-up takes an account that came after its form was shown": async () => {
      const browser = openBrowser();
      const identity = (await browser.logIn("google")).json().unknown.id;
      const mine = addressOf();
      await comeAsAnother(scene, browser);
      return (await browser.signUp(mine, { identity })).statusCode === 201;
    },
    "a member adds an account that came after the screen was shown": async () => {
      const { id } = await member({ email: addressOf() });
      const browser = openBrowser();
      await browser.enter(addressOf());
      const identity = (await browser.logIn("google", "/", true)).json().unknown.id;
      await comeAsAnother(scene, browser);
      await browser.connect({ identity });
      return (await identities(id)).length > 0;
    },
    "a login that waits for its code outlives the removal of its provider": async () => {
      const { id } = await member({ email: addressOf() });
      const browser = openBrowser();
      await browser.enter(addressOf());
      await browser.logIn("google", "/", true);
      await browser.connect();
      const started = await browser.send("POST", contract.secondFactor.start.url, { password: PASSWORD });
      const code = new TOTP({ secret: started.json().secret }).generate();
      const confirmed = await browser.send("POST", contract.secondFactor.confirm.url, { code });
      ok(confirmed.statusCode === 200, confirmed.body);
      ok((await openBrowser().logIn("google")).json().second_factor_ticket);
      const removed = await browser.disconnect("google");
      ok(removed.statusCode === 200, removed.body);
      return (await selectRows(scene.service.db, "login_tickets", { user_id: id })).length > 0;
    },
    "what waited for one member is offered to the next one at the browser": async () => {
      const next = `next-${addressOf()}`;
      await member({ email: addressOf() });
      await member({ email: next });
      const browser = openBrowser();
      await browser.enter(addressOf());
      await browser.logIn("google", "/", true);
      ok((await browser.logOut()).statusCode === 200);
      await browser.enter(next);
      return (await browser.methods()).waiting !== null;
    },
    "another provider's page takes the answer": async () => {
      const browser = openBrowser();
      const answer = await answerOf(await browser.begin("google"));
      return (await browser.finish("line", answer)).statusCode === 200;
    },
    "an answer names another issuer": async () => {
      const browser = openBrowser();
      const answer = { ...(await answerOf(await browser.begin("google"))), iss: servers.oidc.issuer };
      return (await browser.finish("google", answer)).statusCode === 200;
    },
    "a state that was used, with a code of its own": async () => {
      const browser = openBrowser();
      const address = await browser.begin("google");
      const answers = [await answerOf(address), await answerOf(address)];
      const cookies = new Map(browser.jar);
      const statuses: number[] = [];
      for (const answer of answers) {
        for (const [name, value] of cookies) browser.jar.set(name, value);
        statuses.push((await browser.finish("google", answer)).statusCode);
      }
      ok(statuses[0] === 200);
      return statuses[1] === 200;
    },
    "a state of another login": async () => {
      const browser = openBrowser();
      const answer = { ...(await answerOf(await browser.begin("google"))), state: "a-state-that-nobody-made" };
      return (await browser.finish("google", answer)).statusCode === 200;
    },
    "a code of another browser's login": async () => {
      const [thief, browser] = [openBrowser(), openBrowser()];
      const stolen = await answerOf(await thief.begin("google"));
      const state = new URL(await browser.begin("google")).searchParams.get("state") ?? "";
      return (await browser.finish("google", { ...stolen, state })).statusCode === 200;
    },
    "a whole answer in another browser": async () => {
      const answer = await answerOf(await openBrowser().begin("google"));
      return (await openBrowser().finish("google", answer)).statusCode === 200;
    },
    "a cookie of a login that is under way stands for an account at the provider": async () => {
      const browser = openBrowser();
      await browser.begin("google");
      return (await browser.signUp(addressOf())).statusCode !== 400;
    },
    "a return path leads to another site": async () => {
      const paths = [
        "//evil.example",
        "/.//evil.example",
        "/%2e%2e//evil.example",
        "//[",
        "/\\evil.example",
        "https://evil.example/",
        "/\t/evil.example",
        "",
        "/あ",
      ];
      const answers = await Promise.all(paths.map((path) => openBrowser().start("google", path)));
      return answers.some(({ statusCode }) => statusCode !== 400);
    },
    "a stranger's login outlives the owner's first proof of the address": async () => {
      describe({ email_verified: false });
      const { id } = await signedUp("line");
      const owner = openBrowser();
      await owner.send("POST", contract.auth.requestPasswordReset.url, { email: addressOf() });
      const body = { new_password: NEW_PASSWORD, new_password2: NEW_PASSWORD };
      const token = await tokenMailedTo(addressOf());
      const confirmed = await owner.send("POST", contract.auth.confirmPasswordReset.url, { token, ...body });
      ok(confirmed.statusCode === 200, confirmed.body);
      return (await identities(id)).length > 0;
    },
  };
}
