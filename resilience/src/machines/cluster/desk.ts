import { once } from "node:events";
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { type StripeSandbox, startStripeSandbox } from "stripe-sandbox";
import { HERE } from "./six-machines.ts";

const PORT = 12111;

/** In the place of the operator's editor: it puts the lines of a file into the settings. */
const EDITOR = `#!/bin/bash
set -e
[[ $1 == */manabiya.env ]] || exit 0
while read -r line; do sed -i "/^\${line%%=*}=/d" "$1"; echo "$line" >> "$1"; done < "$ANSWERS"
`;

/** The operator's own computer: a home, an editor, and the card provider's sandbox, which machines reach. */
export class Desk {
  readonly environment: NodeJS.ProcessEnv;
  /** The folder of the cluster's settings. */
  readonly settings: string;
  readonly #answers: string;
  readonly #sandbox: StripeSandbox;
  readonly #close: () => void;

  private constructor(folder: string, sandbox: StripeSandbox, close: () => void) {
    this.#answers = join(folder, "answers");
    this.#sandbox = sandbox;
    this.#close = close;
    this.settings = join(folder, "manabiya-cluster");
    const answers = {
      STRIPE_SECRET_KEY: sandbox.secretKey,
      STRIPE_API_URL: `http://${HERE}:${PORT}`,
      SITE_FAQ_URL: "https://localhost/faq",
      SITE_CONTACT_URL: "https://localhost/contact",
    };
    for (const [name, value] of Object.entries(answers)) this.answer(name, value);
    mkdirSync(join(folder, "bin"));
    writeFileSync(join(folder, "bin/editor"), EDITOR);
    chmodSync(join(folder, "bin/editor"), 0o755);
    const path = `${join(folder, "bin")}:${process.env["PATH"]}`;
    this.environment = { ...process.env, HOME: folder, PATH: path, ANSWERS: this.#answers };
  }

  static async open(folder: string): Promise<Desk> {
    const sandbox = await startStripeSandbox({ dataDir: null });
    // The sandbox listens on loopback alone.
    const door = createServer((socket) => {
      const inside = connect(Number(new URL(sandbox.url).port), "127.0.0.1");
      socket.on("error", () => inside.destroy());
      inside.on("error", () => socket.destroy());
      socket.pipe(inside).pipe(socket);
    });
    await once(door.listen(PORT, HERE), "listening");
    mkdirSync(folder);
    return new Desk(folder, sandbox, () => door.close());
  }

  /** The operator types this into the settings at the editor's next start. */
  answer(name: string, value: string): void {
    appendFileSync(this.#answers, `${name}=${value}\n`);
  }

  async close(): Promise<void> {
    this.#close();
    await this.#sandbox.close();
  }
}
