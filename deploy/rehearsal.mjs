// `npm run rehearsal [-- FOLDER]`: production settings on this machine, with the sandbox in the place of Stripe. There is
// no demo content, and emails become files. FOLDER (./data/rehearsal) keeps everything; delete it to start over.
import "../scripts/node-version.mjs";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { NODE_FLAGS } from "../server/node-flags.mjs";
import { build, isBuilt } from "../scripts/build.mjs";
import { install, node } from "../scripts/install.mjs";
import { environment, root } from "../scripts/quiet-run.mjs";
import { serve } from "../scripts/serve.mjs";

const EMAIL = "superuser@example.com";
const folder = resolve(process.argv[2] ?? join(root, "data", "rehearsal"));
const port = process.env.PORT || "3000";
const address = `http://localhost:${port}`;

await install();
if (!isBuilt()) {
  const { ok, output } = await build();
  if (!ok) throw new Error(output);
}
fs.mkdirSync(folder, { recursive: true, mode: 0o711 });
const secrets = secretsOf(join(folder, "secrets.json"));
const sandboxWords = ["--port", "0", "--data-dir", join(folder, "sandbox")];
const webhookWords = [
  "--webhook-url",
  `http://127.0.0.1:${port}/api/stripe/webhook/`,
  "--webhook-secret",
  secrets.webhook,
];
const sandbox = spawn(node, ["stripe-sandbox/src/bin.ts", ...sandboxWords, ...webhookWords], {
  cwd: root,
  stdio: ["ignore", "pipe", "inherit"],
});
const [line] = await once(sandbox.stdout, "data");
const { url, secretKey } = JSON.parse(String(line));
const settings = {
  DEMO: "0",
  PORT: port,
  PUBLIC_URL: address,
  DATA_DIR: join(folder, "data"),
  AUTH_SECRET: secrets.auth,
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_API_URL: url,
  STRIPE_WEBHOOK_SECRET: secrets.webhook,
};
await createSuperuser();
console.log(`Rehearsal at ${address}: log in as ${EMAIL} with ${secrets.password}.
Try: publish terms and prices under ${address}/admin, add a video, sign up in a private window, and pay with 4242 4242 4242 4242.
The sandbox's account is at ${url}; emails are files in ${join(settings.DATA_DIR, "outbox")}.`);
process.exitCode = await serve(node, [...NODE_FLAGS, "server/src/bin/main.ts"], settings);
sandbox.kill();

function secretsOf(path) {
  const random = () => randomBytes(36).toString("base64url");
  if (!fs.existsSync(path)) {
    const made = { auth: random(), webhook: `whsec_${random()}`, password: random() };
    fs.writeFileSync(path, JSON.stringify(made), { mode: 0o600 });
  }
  return JSON.parse(fs.readFileSync(path, "utf8"));
}

/** The second rehearsal finds the account of the first. */
async function createSuperuser() {
  const words = ["server/src/bin/manage.ts", "create-superuser", "--email", EMAIL, "--name", "管理者"];
  const program = spawn(node, words, {
    cwd: root,
    env: { ...environment, ...settings },
    stdio: ["pipe", "pipe", "pipe"],
  });
  program.stdin.end(`${secrets.password}\n`);
  let output = "";
  for (const stream of [program.stdout, program.stderr]) stream.on("data", (chunk) => (output += chunk));
  const [code] = await once(program, "close");
  if (code !== 0 && !output.includes("has an account already")) {
    sandbox.kill();
    throw new Error(output);
  }
}
