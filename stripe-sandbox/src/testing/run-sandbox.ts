import { startStripeSandbox } from "../server.ts";

/** A process of its own, to be killed: says where it listens and its key. */
const sandbox = await startStripeSandbox({ dataDir: process.argv[2] ?? null });
process.stdout.write(`${JSON.stringify({ url: sandbox.url, secretKey: sandbox.secretKey })}\n`);
