import { createHash } from "node:crypto";
import { cloudOf } from "@manabiya/contract/rules/host-video.ts";
import { createSigner } from "fast-jwt";

/** Seconds that an address at a cloud lives: longer than most lessons. The player fetches another one when it ends. */
const LIFETIME = 60 * 60;

/** The secrets with which clouds know our readers; null: the cloud's films are open to everybody who knows their address. */
export interface CloudKeys {
  /** Both are the key's id, a colon, and the private key (PEM) in Base64, as the cloud shows it. */
  cloudflare: string | null;
  mux: string | null;
  bunny: string | null;
}

/** @param address of a playlist, without a token @param now milliseconds since 1970 @returns the address for one reader */
export type SignCloud = (address: string, now: number) => string;

/** @throws when a key cannot sign */
export function createSignCloud(keys: CloudKeys): SignCloud {
  const [cloudflare, mux] = [keys.cloudflare, keys.mux].map((key) => key && tokensOf(key));
  return (address, now) => {
    const { name, id = "" } = cloudOf(address) ?? {};
    const exp = Math.floor(now / 1000) + LIFETIME;
    const folder = `/${id}/`;
    if (name === "cloudflare" && cloudflare) return address.replace(folder, `/${cloudflare({ sub: id, exp })}/`);
    if (name === "mux" && mux) return `${address}?token=${mux({ sub: id, aud: "v", exp })}`;
    if (name !== "bunny" || keys.bunny === null) return address;
    const signed = `${keys.bunny}${folder}${exp}token_path=${folder}`;
    const token = createHash("sha256").update(signed).digest("base64url");
    const claims = `bcdn_token=${token}&expires=${exp}&token_path=${encodeURIComponent(folder)}`;
    // In the path, so that the relative addresses of the film's other files have it, too.
    return address.replace(folder, `/${claims}${folder}`);
  };
}

/** Both clouds take a JWT with the key's id in its head and among its claims. @throws for another key */
function tokensOf(text: string): (claims: object) => string {
  const [kid = "", key = ""] = text.split(":");
  const sign = createSigner({ key: Buffer.from(key, "base64"), algorithm: "RS256", kid, noTimestamp: true });
  return (claims) => sign({ kid, ...claims });
}
