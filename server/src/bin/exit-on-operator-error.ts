import { OperatorError } from "../runtime/operator-error.ts";

/** Runs a command. An OperatorError ends it with one sentence and exit code 1. */
export async function exitOnOperatorError(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
