// `npm run rehearse`: installs and builds if nothing is there yet, then runs the rehearsal.
import "./node-version.mjs";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { install, node } from "./install.mjs";
import { root } from "./quiet-run.mjs";
import { serve } from "./serve.mjs";

await install();
// Present pages stay as they are: a service may serve them from this folder.
if (!existsSync(join(root, "web", "dist", "index.html"))) {
  console.log("Building the web application …");
  const { ok, output } = await build();
  if (!ok) {
    console.error(output);
    process.exit(1);
  }
}
// Its calls stay on this machine, where no proxy of the environment leads.
process.exitCode = await serve(node, ["rehearsal/main.ts", ...process.argv.slice(2)], { NODE_USE_ENV_PROXY: "" });
