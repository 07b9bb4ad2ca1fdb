import { CLIENT_SECRET, startOpenidProvider } from "@manabiya/server/test/testing/openid-provider.ts";
import type { Layout } from "./layout.ts";
import { ENGINES, isAt, type Tab, type Target } from "./tab.ts";

export const PASSWORD = "shiranami-5-oshima";
export const VIDEO = "コピーライティング超入門";
export const NAME = "旅人 一郎";
export const PROVIDER = "学校のアカウント";
const SIZES = [
  [360, 780],
  [1280, 800],
] as const;

export interface Journey {
  site: string;
  tab: Tab;
  /** Of the member. */
  email: string;
  /** Stores a screenshot of the window. */
  shoot(name: string): Promise<void>;
  layouts: Record<string, Layout>;
}

export type Step = [title: string, walk: (journey: Journey) => Promise<void>];

export const main = (name: string, css = "main button"): Target => ({ css, name });
export const field = (name: string): Target => ({ css: `main input[name=${name}]` });
export const currentTime = (tab: Tab) => tab.evaluate(() => document.querySelector("video")?.currentTime ?? 0);

/**
 * Walks on a phone and at a desk, where the step ends. Nothing may be wider than the window; that of WebKit's MiniBrowser is no
 * narrower than its own bar (447 px).
 */
export async function atBothSizes(
  { tab, shoot }: Journey,
  name: string,
  walk: (width: number) => Promise<void>,
): Promise<void> {
  for (const [width, height] of SIZES) {
    await tab.resize(width, height);
    await walk(width);
    const [inner, page] = await tab.evaluate(() => [innerWidth, document.documentElement.scrollWidth] as const);
    const expected = tab.engine === "webkit" ? Math.max(width, inner) : width;
    if (inner !== expected || page !== inner)
      throw new Error(`${name} at ${width} px: the window has ${inner} px, the page ${page} px`);
    await shoot(`${name}-${width}`);
  }
}

export async function logIn({ tab, site }: Pick<Journey, "tab" | "site">, email: string, password = "manabiya-demo") {
  await tab.open(`${site}/login`);
  await tab.type(field("email"), email);
  await tab.type(field("password"), password);
  await tab.click(main("ログイン"));
  await isAt(tab, "/");
}

export async function logOut({ tab }: Journey): Promise<void> {
  await tab.click({ css: "header button", name: "さんのメニュー" });
  await tab.click({ css: "header button", name: "ログアウト" });
  await isAt(tab, "/login");
}

/** An OpenID provider with a person for each engine, and the settings of a server that offers it. */
export async function startProvider(site: string) {
  const people = ENGINES.map((engine) => {
    const claims = { email: `${engine}@school.example`, email_verified: true, name: "学校 花子" };
    return [engine, claims] as const;
  });
  const client = { id: "manabiya", redirectUri: `${site}/login/with/oidc` };
  const { issuer, stop } = await startOpenidProvider([client], new Map(people));
  const settings = {
    OIDC_NAME: PROVIDER,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: CLIENT_SECRET,
  };
  return { settings, stop };
}
