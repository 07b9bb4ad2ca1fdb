import { hkdfSync, randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Each purpose has its own key, so that a signature for one purpose is invalid for every other. */
export function deriveKey(
  secret: string,
  purpose:
    | "access-token"
    | "refresh-token"
    | "media-address"
    | "second-factor"
    | "search-mark"
    | "stripe-sandbox"
    | "unsubscribe"
    | "mail-preview"
    | "provider-login"
    | "webhook-secret",
): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "manabiya", purpose, 32));
}

/** The demo's secret, made once and readable by the folder's owner only, so that logins outlive a restart. */
export async function storedSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, "auth-secret");
  try {
    await writeFile(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFile(file, "utf8");
}
