import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIPv4 } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";

export interface Certificate {
  key: string;
  cert: string;
}

export interface Authority {
  cert: string;
  /** @param host a name or an IPv4 address @param days until it ends; negative: it has ended */
  issue(host: string, days: number): Certificate;
}

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const ECDSA_WITH_SHA256 = der(SEQUENCE, Buffer.from("06082a8648ce3d040302", "hex"));
const COMMON_NAME = Buffer.from("0603550403", "hex");
const BASIC_CONSTRAINTS = Buffer.from("0603551d13", "hex");
const ALTERNATIVE_NAMES = Buffer.from("0603551d11", "hex");
const DAY = 24 * 60 * 60 * 1000;

/** A certificate authority that nobody trusts yet. Node can sign, but has no function that makes a certificate. */
export function createAuthority(name = "Authority of the tests"): Authority {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const isAuthority = extension(BASIC_CONSTRAINTS, der(SEQUENCE, der(0x01, Buffer.from([0xff]))));
  const certify = (subject: string, key: KeyObject, days: number, added: Buffer) =>
    certificate({ issuer: name, subject, key, days, extensions: added, signer: keys.privateKey });
  return {
    cert: certify(name, keys.publicKey, 3650, isAuthority),
    issue: (host, days) => {
      const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const names = isIPv4(host) ? der(0x87, Buffer.from(host.split(".").map(Number))) : der(0x82, Buffer.from(host));
      const cert = certify(host, publicKey, days, extension(ALTERNATIVE_NAMES, der(SEQUENCE, names)));
      return { key: privateKey.export({ type: "pkcs8", format: "pem" }) as string, cert };
    },
  };
}

/** Makes this process trust an authority. @returns a function that ends it */
export function trust({ cert }: Authority): () => void {
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, cert]);
  return () => setDefaultCACertificates(before);
}

function certificate(given: {
  issuer: string;
  subject: string;
  key: KeyObject;
  days: number;
  extensions: Buffer;
  signer: KeyObject;
}): string {
  const end = Date.now() + given.days * DAY;
  const content = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    nameOf(given.issuer),
    der(SEQUENCE, time(Math.min(end, Date.now()) - 2 * DAY), time(end)),
    nameOf(given.subject),
    given.key.export({ type: "spki", format: "der" }),
    der(0xa3, der(SEQUENCE, given.extensions)),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", content, given.signer));
  const bytes = der(SEQUENCE, content, ECDSA_WITH_SHA256, signature);
  return `-----BEGIN CERTIFICATE-----\n${bytes.toString("base64")}\n-----END CERTIFICATE-----\n`;
}

const nameOf = (text: string) => der(SEQUENCE, der(0x31, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from(text)))));

const extension = (id: Buffer, value: Buffer) => der(SEQUENCE, id, der(0x04, value));

/** GeneralizedTime. @param at milliseconds since 1970 */
const time = (at: number) => der(0x18, Buffer.from(`${new Date(at).toISOString().slice(0, 19).replace(/\D/g, "")}Z`));

/** A value as DER writes it: tag, length, content. */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
