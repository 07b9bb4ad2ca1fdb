import { generateKeyPairSync } from "node:crypto";

const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** Verifies the tokens for Cloudflare and Mux. */
export const CLOUD_PUBLIC_KEY = pair.publicKey;

const PEM = Buffer.from(pair.privateKey.export({ type: "pkcs1", format: "pem" })).toString("base64");

export const CLOUD_KEYS = { cloudflare: `cf-key:${PEM}`, mux: `mux-key:${PEM}`, bunny: "bunny-key" };

/** A playlist of each cloud, without a token. */
export const CLOUD_FILMS = {
  cloudflare:
    "https://customer-f33zs165nr7gyfy4.cloudflarestream.com/5d5bc37ffcf54c9b82e996823bffbb81/manifest/video.m3u8",
  bunny: "https://vz-30d21f49-6b1.b-cdn.net/ee4b9c0d-b165-43c1-8796-5e3ce6252e32/playlist.m3u8",
  mux: "https://stream.mux.com/DS00Spx1CV902MCtPj5WknGlR102V5HFkDe.m3u8",
  vimeo: "https://player.vimeo.com/external/76979871.m3u8?s=0b2c4d",
};
