import { OperatorError } from "../errors/operator-error.ts";

/** Files and folders without a mode of their own are for this user only. */
const UMASK = 0o077;

/** Runs a command. An OperatorError ends it with one sentence and exit code 1. */
export async function exitOnOperatorError(work: () => Promise<void>): Promise<void> {
  process.umask(UMASK);
  try {
    await work();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
