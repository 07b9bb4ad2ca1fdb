/**
 * A reason not to start that the operator can mend: a taken port, an unwritable folder, a missing setting.
 * `main.ts` prints the message, one sentence without a stack, and exits with 1.
 */
export class OperatorError extends Error {
  override name = "OperatorError";
}
