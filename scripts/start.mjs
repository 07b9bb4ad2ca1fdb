// `npm start`: installs and builds if necessary, then runs the server with the demo.
import "./node-version.mjs";
import { NODE_FLAGS } from "../server/node-flags.mjs";
import { build, isBuilt } from "./build.mjs";
import { install, node } from "./install.mjs";
import { serve } from "./serve.mjs";

await install();
if (!isBuilt()) {
  console.log("Building the web application …");
  const { ok, output } = await build();
  if (!ok) {
    console.error(output);
    console.error("The web application could not be built.");
    process.exit(1);
  }
}
process.exitCode = await serve(node, [...NODE_FLAGS, "server/src/bin/main.ts"], { DEMO: process.env.DEMO || "1" });
