import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

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
