import { request } from "node:https";
import type { Ground } from "./ground.ts";

const SHEET = "/api/admin/videos/sheet/";
/** More than the application takes of any other call. */
const LARGE = Buffer.alloc(2 * 2 ** 20, "a");
/** As by a search for a long text. */
const LONG = `/search?q=${"%E3%81%82".repeat(2_000)}`;
/** Requests of one address at a time: more than its share. */
const CROWD = 300;

/** Sends what nginx should refuse by itself. @returns requests that had another end */
export async function wrongRefusals(ground: Ground): Promise<string[]> {
  const { url, upstream, members, staff } = ground;
  upstream.seen = [];
  const send = async (path: string, { authorization }: Record<string, string> = {}) => {
    const form = new FormData();
    form.set("csv_file", new Blob([LARGE]), "videos.csv");
    const headers = { ...(authorization !== undefined && { authorization }) };
    const answer = await fetch(url + path, { method: "POST", body: path === SHEET ? form : LARGE, headers });
    const { type = "" } = (await answer.json().catch(() => ({}))) as { type?: string };
    return `${answer.status} ${type}`;
  };
  const stranger = await send(SHEET);
  const member = await send(SHEET, members.headers(1));
  const elsewhere = await send("/api/auth/login/");
  const asked = upstream.seen.filter(({ path }) => path !== "/api/admin/videos/template/").map(({ path }) => path);
  const colleague = await send(SHEET, members.headers(staff));
  const page = await fetch(url + LONG);
  const text = await page.text();
  return [
    ...(stranger === "401 unauthorized" ? [] : [`a stranger's upload: ${stranger}`]),
    ...(member === "403 forbidden" ? [] : [`a member's upload: ${member}`]),
    ...(elsewhere === "413 bad_request" ? [] : [`a large login: ${elsewhere}`]),
    ...asked.map((path) => `the application was asked for ${path}`),
    ...(/^(?:401|403|413|503)/.test(colleague) ? [`a colleague's upload: ${colleague}`] : []),
    ...(page.status === 414 && text.includes("URLが長すぎます") ? [] : [`a long address: ${page.status}`]),
    ...(await crowd(url)),
  ];
}

/** Holds many requests of one address open at once, by bodies that do not end. */
async function crowd(url: string): Promise<string[]> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const options = { method: "POST", agent: false, headers: { "content-length": "1000" } };
  const held = Array.from({ length: CROWD }, () => {
    const one = request(`${url}/api/auth/login/`, options, (answer) => resolve(answer.statusCode));
    one.on("error", () => {});
    // Without a share, nginx takes them all, and ends them when their bodies are late.
    const closed = new Promise<void>((done) => one.once("close", done)).then(() => resolve(undefined));
    one.write("a");
    return { one, closed };
  });
  const status = await promise;
  for (const { one } of held) one.destroy();
  await Promise.all(held.map(({ closed }) => closed));
  return status === 503 ? [] : [`${CROWD} requests of one address at once: ${status}`];
}
