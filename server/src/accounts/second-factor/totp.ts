import { Secret, TOTP } from "otpauth";

/** Every authenticator application supports these parameters. */
const PARAMETERS = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Steps before and after the current one that are valid too: clocks differ, and typing takes time. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** @returns a new secret in Base32 */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address that an authenticator application reads from a QR code. */
export function totpUri(secret: string, about: { issuer: string; label: string }): string {
  return new TOTP({ ...PARAMETERS, ...about, secret }).toString();
}

/** @returns the thirty-second step that a code belongs to; null for a wrong one. `now` in milliseconds. */
export function stepOf(code: string, secret: string, now: number): number | null {
  const totp = new TOTP({ ...PARAMETERS, secret });
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}
