import { type ApiError, sentenceOf } from "./api-error.ts";

/** @returns the server's sentence for a member who searched too often, which says when to try again; else `general` */
export function searchFailure(error: ApiError | null, general: string): string {
  return error?.status === 429 ? sentenceOf(error, general) : general;
}
