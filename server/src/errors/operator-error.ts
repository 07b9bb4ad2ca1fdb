/**
 * An error that the operator can correct: a port in use, an unwritable folder, a missing setting. The command prints
 * its message, one sentence without a stack, and exits with 1.
 */
export class OperatorError extends Error {
  override name = "OperatorError";
}
