import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { OperatorError } from "../../errors/operator-error.ts";

/** A terminal, or a pipe that holds only the password. */
export interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

/** @throws OperatorError without a terminal */
export async function ask({ input, output }: Terminal, question: string, argument: string): Promise<string> {
  if (!input.isTTY) throw new OperatorError(`${argument} is missing, and there is no terminal to ask at.`);
  const terminal = createInterface({ input, output });
  try {
    return await terminal.question(`${question}: `);
  } finally {
    terminal.close();
  }
}

/**
 * Asks twice at a terminal, without echo. From a pipe it reads the first line.
 * @throws OperatorError when the two differ
 */
export async function askPassword(terminal: Terminal): Promise<string> {
  if (!terminal.input.isTTY) return (await text(terminal.input)).split(/\r?\n/, 1)[0] ?? "";
  const password = await askHidden(terminal, "Password");
  if ((await askHidden(terminal, "Password again")) !== password) {
    throw new OperatorError("The two passwords differ; nothing was changed.");
  }
  return password;
}

async function askHidden({ input, output }: Terminal, question: string): Promise<string> {
  output.write(`${question}: `);
  const discarded = new Writable({ write: (_chunk, _encoding, done) => done() });
  // With `terminal: true` readline echoes to `output`, which discards it.
  const terminal = createInterface({ input, output: discarded, terminal: true });
  try {
    return await terminal.question("");
  } finally {
    terminal.close();
    output.write("\n");
  }
}
