import { createVerifier } from "fast-jwt";
import { expect, test } from "vitest";
import { CLOUD_FILMS, CLOUD_KEYS, CLOUD_PUBLIC_KEY } from "../../../test/testing/cloud-keys.ts";
import { createSignCloud } from "./cloud-address.ts";

const NOW = Date.parse("2026-11-24T12:00:00+09:00");
const EXPIRES = NOW / 1000 + 3600;
const sign = createSignCloud(CLOUD_KEYS);
const key = CLOUD_PUBLIC_KEY.export({ type: "spki", format: "pem" });

/** The cloud reads the head and the claims of a token. @throws for a forged one */
function read(token: string): unknown {
  const verify = createVerifier({ key, algorithms: ["RS256"], complete: true, clockTimestamp: NOW });
  const { header, payload } = verify(token) as { header: object; payload: object };
  return { header, payload };
}

test("Cloudflare gets a token of an hour in the place of the video's id", () => {
  const [, , machine, token = "", ...rest] = sign(CLOUD_FILMS.cloudflare, NOW).split("/");
  expect([machine, ...rest]).toEqual(["customer-f33zs165nr7gyfy4.cloudflarestream.com", "manifest", "video.m3u8"]);
  expect(read(token)).toEqual({
    header: { alg: "RS256", typ: "JWT", kid: "cf-key" },
    payload: { kid: "cf-key", sub: "5d5bc37ffcf54c9b82e996823bffbb81", exp: EXPIRES },
  });
});

test("Mux gets a token for videos as a parameter", () => {
  const [address, token = ""] = sign(CLOUD_FILMS.mux, NOW).split("?token=");
  expect(address).toBe(CLOUD_FILMS.mux);
  expect(read(token)).toEqual({
    header: { alg: "RS256", typ: "JWT", kid: "mux-key" },
    payload: { kid: "mux-key", sub: "DS00Spx1CV902MCtPj5WknGlR102V5HFkDe", aud: "v", exp: EXPIRES },
  });
});

test("Bunny gets a token for the film's folder in the path, where relative addresses keep it", () => {
  const signed = sign(CLOUD_FILMS.bunny, NOW);
  // printf '%s' 'bunny-key/ee4b9c0d-…/1795492800token_path=/ee4b9c0d-…/' | openssl dgst -sha256 -binary | basenc --base64url
  expect(signed).toBe(
    "https://vz-30d21f49-6b1.b-cdn.net/bcdn_token=508rqf1zfd8nIW6OsfQ7fc762v8Koosu7i7oSzg4f3w&expires=1795492800" +
      "&token_path=%2Fee4b9c0d-b165-43c1-8796-5e3ce6252e32%2F/ee4b9c0d-b165-43c1-8796-5e3ce6252e32/playlist.m3u8",
  );
  expect(new URL("720p/video0.ts", signed).pathname).toMatch(/^\/bcdn_token=[\w-]{43}&expires=.*\/720p\/video0\.ts$/);
});

test("without a cloud's key an address stays as it is, as Vimeo's always does", () => {
  const open = createSignCloud({ cloudflare: null, mux: null, bunny: null });
  for (const address of Object.values(CLOUD_FILMS)) expect(open(address, NOW)).toBe(address);
  expect(sign(CLOUD_FILMS.vimeo, NOW)).toBe(CLOUD_FILMS.vimeo);
});
