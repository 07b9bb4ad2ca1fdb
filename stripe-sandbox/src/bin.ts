import { parseArgs } from "node:util";
import { startStripeSandbox } from "./server.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "12111" },
    "data-dir": { type: "string" },
    "webhook-url": { type: "string" },
    "webhook-secret": { type: "string" },
  },
});
const url = values["webhook-url"];
const sandbox = await startStripeSandbox({
  port: Number(values.port),
  dataDir: values["data-dir"] ?? null,
  ...(url !== undefined && { webhook: { url, secret: values["webhook-secret"] ?? "whsec_sandbox" } }),
});
// Other programs read this line.
const { secretKey, webhookSecret } = sandbox;
process.stdout.write(`${JSON.stringify({ url: sandbox.url, secretKey, webhookSecret })}\n`);
