import { existsSync, readFileSync } from "node:fs";

/** Names a release of the kit, such as "0.1.0-1a2b3c4d5e-x64" (deploy/release.mjs). */
const VERSION = new URL("../../../VERSION", import.meta.url);
const PACKAGE = new URL("../../package.json", import.meta.url);

/** The release whose code runs, or the version that a checkout or an image has. */
export const RELEASE = existsSync(VERSION)
  ? readFileSync(VERSION, "utf8").trim()
  : (JSON.parse(readFileSync(PACKAGE, "utf8")) as { version: string }).version;
