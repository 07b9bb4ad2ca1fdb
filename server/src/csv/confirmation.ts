import { AppError } from "../errors/app-error.ts";

/** Records that one upload changes without a question. */
export const UNASKED_MAX = 20;

/** @param question says in full what the upload does */
export function confirmationRequired(question: string): AppError {
  return new AppError(409, "confirmation_required", question);
}
