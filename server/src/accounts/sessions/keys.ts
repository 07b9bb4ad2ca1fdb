import { hkdfSync, randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** One key per purpose from the one secret, so that a signature for one thing never fits another. */
export function deriveKey(
  secret: string,
  purpose: "access-token" | "refresh-token" | "media-address" | "second-factor" | "stripe-sandbox",
): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "manabiya", purpose, 32));
}

/** The demo's secret: made once, kept in the data folder for its owner alone, so that logins outlive a restart. */
export async function storedSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, "auth-secret");
  try {
    await writeFile(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFile(file, "utf8");
}
