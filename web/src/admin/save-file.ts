import type { Route } from "@manabiya/contract";
import { ApiError } from "../api.ts";
import { refreshAccess } from "../api/refresh.ts";
import { addressOf } from "../api/send.ts";
import { readTokens } from "../session/storage.ts";

/** Lets the browser save a text as a file. */
export function saveText(text: string, name: string): void {
  saveBlob(new Blob([text], { type: "text/csv;charset=utf-8" }), name);
}

/**
 * Fetches a file of a route and lets the browser save it.
 * @throws ApiError
 */
export async function saveAnswer(route: Route, name: string): Promise<void> {
  const { access } = readTokens();
  let response = await get(route, access);
  if (response.status === 401) response = await get(route, await refreshAccess(access));
  if (!response.ok) throw new ApiError(response.status);
  saveBlob(await response.blob(), name);
}

function get({ url }: Route, access: string | null): Promise<Response> {
  const headers = access === null ? {} : { Authorization: `Bearer ${access}` };
  return fetch(addressOf(url, {}), { headers, credentials: "include" }).catch(() => {
    throw new ApiError(null);
  });
}

function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
