import { type Account, signUp } from "../accounts.ts";
import { CLOUD_FILMS, openedBy } from "../clouds.ts";
import { json, type Outcome, send, type Target } from "../target.ts";

/** The videos with the films, in the order of `CLOUD_FILMS`: see `range.ts`. */
export const FIRST_VIDEO = 11;

/** An address at a cloud opens one film for an hour, whoever has it and however it is rewritten. Without access there is none. */
export async function run(target: Target): Promise<Outcome> {
  const { db } = target.database;
  const setStatus = (status: string, { id }: Account) =>
    db.query({ text: "update users set subscription_status = $1 where id = $2", values: [status, id] });
  const read = (index: number, token?: string) => send(target, `/api/videos/${FIRST_VIDEO + index}/`, { token });
  const stale: string[] = [];
  let attempts = 0;
  const expectRefused = (what: string, succeeded: boolean) => {
    attempts++;
    if (succeeded) stale.push(what);
  };

  const account = await signUp(target);
  await setStatus("active", account);
  const now = Date.now() / 1000;
  for (const [index, { id }] of CLOUD_FILMS.entries()) {
    const { stream } = json(await read(index, account.access)) as { stream: { url: string } | null };
    const address = stream?.url ?? "";
    if (openedBy(address, now) !== id) throw new Error(`the film is not shown: ${address}`);
    const other = CLOUD_FILMS[index ^ 1]?.id ?? "";
    const claims = Buffer.from(JSON.stringify({ sub: other, aud: "v", exp: now + 9_999 })).toString("base64url");
    const rewritten: Record<string, string> = {
      "shared, after an hour": address,
      "without its token": CLOUD_FILMS[index]?.address ?? "",
      "with the name of another film": address.replace(new RegExp(`${id}(?=(/playlist)?\\.m3u8)`), other),
      "with the name of another film everywhere": address.replaceAll(id, other),
      "above the film's folder": address.replace(/(token_path=)[^/]+/, "$1%2F"),
      "with a later end": address.replace(/expires=\d+/, "expires=9999999999"),
      "with other claims": address.replace(/\.[\w-]+\.(?=[\w-]+$)/, `.${claims}.`),
      "with claims that nobody signed": address.replace(/token=.*/, `token=eyJhbGciOiJub25lIn0.${claims}.`),
    };
    for (const [what, attempt] of Object.entries(rewritten)) {
      const isSame = attempt === address;
      expectRefused(what, openedBy(attempt, isSame ? now + 61 * 60 : now + 1) !== null);
    }
  }

  const isTold = ({ text }: { text: string }) => CLOUD_FILMS.some(({ id }) => text.includes(id));
  expectRefused("to a visitor", isTold(await read(0)));
  await setStatus("inactive", account);
  expectRefused("after the end of access", isTold(await read(0, account.access)));
  expectRefused(
    "in lists, after the end of access",
    isTold(await send(target, "/api/videos/search/?q=a", { token: account.access })),
  );
  await setStatus("active", account);
  await send(target, "/api/auth/logout/", { body: { refresh_token: account.refresh } });
  expectRefused("after the logout", isTold(await read(0, account.access)));
  return { attempts, succeeded: stale.length };
}
