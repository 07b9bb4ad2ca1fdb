// `npm run dev`: the server in watch mode, behind Vite's dev server.
import "./node-version.mjs";
import { createServer } from "node:net";
import { install, node } from "./install.mjs";
import { end, serve } from "./serve.mjs";

/** The first free port from `port` on. */
function freePort(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(freePort(port + 1)));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(port)));
  });
}

await install();
const port = await freePort(Number(process.env.PORT || 3000));
const vitePort = await freePort(5173);
const address = `http://localhost:${vitePort}`;
const variables = { DEMO: process.env.DEMO || "1", PORT: String(port), PUBLIC_URL: address };
const server = serve(node, ["--watch", "--watch-preserve-output", "server/src/bin/main.ts"], variables);
const vite = serve(
  node,
  ["node_modules/vite/bin/vite.js", "web", "--port", String(vitePort), "--strictPort", "--clearScreen", "false"],
  variables,
);
// Neither is useful without the other.
process.exitCode = await Promise.race([server, vite]);
end("SIGTERM");
await Promise.all([server, vite]);
