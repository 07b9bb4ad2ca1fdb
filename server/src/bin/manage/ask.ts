import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { OperatorError } from "../../runtime/operator-error.ts";

/** Where answers come from and questions go; a terminal, or a pipe that holds the password alone. */
export interface Desk {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

/** @throws OperatorError when there is nobody to ask */
export async function ask({ input, output }: Desk, question: string, argument: string): Promise<string> {
  if (!input.isTTY) throw new OperatorError(`${argument} is missing, and there is no terminal to ask at.`);
  const terminal = createInterface({ input, output });
  try {
    return await terminal.question(`${question}: `);
  } finally {
    terminal.close();
  }
}

/**
 * Asks twice at a terminal, where nothing of it is shown; from a pipe, takes the first line.
 * @throws OperatorError when the two differ
 */
export async function askPassword(desk: Desk): Promise<string> {
  if (!desk.input.isTTY) return (await text(desk.input)).split(/\r?\n/, 1)[0] ?? "";
  const password = await askHidden(desk, "Password");
  if ((await askHidden(desk, "Password again")) !== password) {
    throw new OperatorError("The two passwords differ; nothing was changed.");
  }
  return password;
}

async function askHidden({ input, output }: Desk, question: string): Promise<string> {
  output.write(`${question}: `);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // As a terminal, so that it takes over the echo, which then goes nowhere.
  const terminal = createInterface({ input, output: nowhere, terminal: true });
  try {
    return await terminal.question("");
  } finally {
    terminal.close();
    output.write("\n");
  }
}
