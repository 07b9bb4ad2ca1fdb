import { ApiError } from "../../api/calls.ts";

/** Whether the server wants to know the password first: the login is older than it trusts. */
export function isAskingForPassword(error: Error): boolean {
  return error instanceof ApiError && error.body?.type === "password_required";
}
