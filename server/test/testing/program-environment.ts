import { fileURLToPath } from "node:url";

/**
 * What a program that a test starts is given besides the test's own settings: where programs are, and where Node keeps
 * compiled modules, without which every start would compile them all again.
 */
export const PROGRAM_ENVIRONMENT = {
  PATH: process.env["PATH"],
  NODE_COMPILE_CACHE:
    process.env["NODE_COMPILE_CACHE"] ??
    fileURLToPath(new URL("../../../node_modules/.cache/node", import.meta.url)),
};
