import { contract } from "@manabiya/contract";
import { expect, test } from "vitest";
import { createApp } from "../../app.ts";
import type { SiteSettings } from "../../config/config.ts";
import { accountCalls, PASSWORD } from "../../../test/testing/account-calls.ts";
import { mailsTo } from "../../../test/testing/mails.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const { member } = accountCalls(t);

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0";
const SAFARI = "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1";

/** A browser with a cookie, at an address. */
function browser(userAgent: string, address: string) {
  let cookie = "";
  return async (email: string, url: string = contract.auth.login.url, more: object = {}) => {
    const response = await t.app.inject({
      method: "POST",
      url,
      payload: { email, password: PASSWORD, ...more },
      headers: { "user-agent": userAgent, "x-forwarded-for": address, ...(cookie && { cookie }) },
    });
    const [received] = response.cookies;
    if (received) cookie = `${received.name}=${received.value}`;
    return response;
  };
}

const warnings = async (email: string) =>
  (await mailsTo(t.db, email)).filter(({ subject }) => subject.includes("新しい端末からのログインがありました"));

test("the owner gets no mail about the device of the signup, and one about every other device", async () => {
  const email = "new-member@example.com";
  const [computer, telephone] = [browser(FIREFOX, "192.0.2.1"), browser(SAFARI, "198.51.100.7")];
  const more = { username: "新人", password2: PASSWORD, agreedToTerms: true };
  expect((await computer(email, contract.auth.signup.url, more)).statusCode).toBe(201);
  await computer(email);
  expect(await warnings(email)).toHaveLength(0);
  await telephone(email);
  await telephone(email);
  const [mail, ...others] = await warnings(email);
  expect(others).toEqual([]);
  expect(mail?.text).toContain("端末：iPhoneのSafari\nIPアドレス：198.51.100.7");
});

test("a known browser is known from another network, and another browser of the same network is not", async () => {
  const { email } = await member();
  const known = browser(FIREFOX, "192.0.2.1");
  await known(email);
  expect(await warnings(email), "nobody has used the account before").toHaveLength(0);
  await browser(SAFARI, "192.0.2.1")(email);
  expect(await warnings(email)).toHaveLength(1);
});

test("a caller without cookies is known by its address and user agent", async () => {
  const { email } = await member();
  for (let time = 0; time < 3; time++) await browser("a program", "203.0.113.9")(email);
  expect(await warnings(email)).toHaveLength(0);
});

test("a wrong password neither warns of a device nor remembers it", async () => {
  const { email } = await member();
  await browser(FIREFOX, "192.0.2.1")(email);
  const stranger = browser(SAFARI, "198.51.100.7");
  await stranger(email, contract.auth.login.url, { password: "not the password" });
  expect(await warnings(email)).toHaveLength(0);
  await stranger(email);
  expect(await warnings(email)).toHaveLength(1);
});

test("a browser that two members use is known for each of them", async () => {
  const [one, two] = [await member(), await member()];
  const shared = browser(FIREFOX, "192.0.2.1");
  await browser(SAFARI, "198.51.100.7")(two.email);
  await shared(one.email);
  await shared(two.email);
  await shared(one.email);
  expect(await warnings(one.email)).toHaveLength(0);
  expect(await warnings(two.email)).toHaveLength(1);
});

test("warns of five new devices an hour on one network at most", async () => {
  const { email } = await member({ email_verified_at: t.clock.daysAgo(1) });
  await browser("the first program", "198.51.100.1")(email);
  for (let device = 0; device < 9; device++) await browser(`program ${device}`, "198.51.100.1")(email);
  expect(await warnings(email)).toHaveLength(5);
  await browser("a program elsewhere", "198.51.100.2")(email);
  expect(await warnings(email)).toHaveLength(6);
});

test("the device cookie is random and invisible to scripts and other sites", async () => {
  const { email } = await member();
  const response = await browser(FIREFOX, "192.0.2.1")(email);
  expect(response.headers["set-cookie"]).toMatch(
    /^device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
});

test("over HTTPS the device cookie belongs to this host alone", async () => {
  const { email } = await member();
  const cookieOf = async (site: Partial<SiteSettings>) => {
    const app = await createApp({ ...t.deps, site: { ...t.deps.site, ...site } });
    const payload = { email, password: PASSWORD };
    const { headers } = await app.inject({ method: "POST", url: contract.auth.login.url, payload });
    await app.close();
    return headers["set-cookie"];
  };
  const publicUrl = "https://manabiya.example";
  expect(await cookieOf({ publicUrl })).toMatch(
    /^__Host-device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const webOrigins = ["https://elsewhere.example"];
  expect(await cookieOf({ publicUrl, webOrigins }), "with the browser application elsewhere").toMatch(
    /; Secure; SameSite=None$/,
  );
});
