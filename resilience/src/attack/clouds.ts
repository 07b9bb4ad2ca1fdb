import { createHash, generateKeyPairSync, verify } from "node:crypto";

const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
const PEM = pair.privateKey.export({ type: "pkcs1", format: "pem" }) as string;
const BUNNY_KEY = "key-of-the-pull-zone";

/** The server's settings for two clouds. */
export const CLOUD_SETTINGS = {
  BUNNY_TOKEN_KEY: BUNNY_KEY,
  MUX_SIGNING_KEY: `our-key:${Buffer.from(PEM).toString("base64")}`,
};

/** Two films at each cloud: the id, and the address without a token. */
export const CLOUD_FILMS = [
  "https://vz-1-a.b-cdn.net/11111111-1111-4111-8111-111111111111/playlist.m3u8",
  "https://vz-1-a.b-cdn.net/22222222-2222-4222-8222-222222222222/playlist.m3u8",
  "https://stream.mux.com/firstfilm1111111111111.m3u8",
  "https://stream.mux.com/secondfilm222222222222.m3u8",
].map((address) => ({ address, id: /([\w-]{20,})(?:\/playlist)?\.m3u8/.exec(address)?.[1] ?? "" }));

/** Decides as the clouds' documents say. @param now seconds since 1970 @returns the id of the film that an address opens */
export function openedBy(address: string, now: number): string | null {
  const { hostname, pathname, searchParams } = new URL(address);
  return hostname === "stream.mux.com" ? byMux(pathname, searchParams.get("token") ?? "", now) : byBunny(pathname, now);
}

/** Of the addresses that begin with the signed path, all are open. */
function byBunny(path: string, now: number): string | null {
  const [, token, expires, encoded = "", rest = ""] =
    /^\/bcdn_token=([\w-]+)&expires=(\d+)&token_path=([^/]+)(\/.*)$/.exec(path) ?? [];
  const folder = decodeURIComponent(encoded);
  const expected = createHash("sha256")
    .update(`${BUNNY_KEY}${folder}${expires}token_path=${folder}`)
    .digest("base64url");
  if (token !== expected || Number(expires) < now || !rest.startsWith(folder)) return null;
  return rest.split("/")[1] ?? null;
}

function byMux(path: string, token: string, now: number): string | null {
  const [head = "", claims = "", signature = ""] = token.split(".");
  const read = (part: string) =>
    JSON.parse(Buffer.from(part, "base64url").toString() || "{}") as Record<string, unknown>;
  const isGenuine = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    pair.publicKey,
    Buffer.from(signature, "base64url"),
  );
  if (!isGenuine || read(head)["kid"] !== "our-key") return null;
  const { sub, aud, exp } = read(claims);
  const film = String(sub);
  return aud === "v" && Number(exp) >= now && path === `/${film}.m3u8` ? film : null;
}
