import { fileURLToPath } from "node:url";

/** Base environment of child processes: PATH and Node's compile cache, without which each start compiles everything. */
export const PROGRAM_ENVIRONMENT = {
  PATH: process.env["PATH"],
  NODE_COMPILE_CACHE:
    process.env["NODE_COMPILE_CACHE"] ?? fileURLToPath(new URL("../../../node_modules/.cache/node", import.meta.url)),
};
