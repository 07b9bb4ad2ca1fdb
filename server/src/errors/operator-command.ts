import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

type Installation = "kit" | "container" | "source";

/** A release names its version (deploy/release.mjs), and the image has no lock file (Dockerfile). */
export function installationIn(root: string): Installation {
  if (existsSync(`${root}VERSION`)) return "kit";
  return existsSync(`${root}package-lock.json`) ? "source" : "container";
}

export const INSTALLATION = installationIn(fileURLToPath(new URL("../../../", import.meta.url)));

/**
 * The command as the operator of this installation types it. Screens, answers and the commands themselves name no command otherwise.
 * @param words such as "backup --to FOLDER" or "manage stripe-setup"
 */
export function operatorCommand(words: string, installation = INSTALLATION): string {
  const [program = "", ...args] = words.split(" ");
  if (installation === "kit") return `manabiya ${words}`;
  if (installation === "source") return ["npm run", program, ...(args.length > 0 ? ["--", ...args] : [])].join(" ");
  return ["docker compose run --rm manabiya node", `server/src/bin/${program}.ts`, ...args].join(" ");
}
