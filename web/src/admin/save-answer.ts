import type { Route } from "@manabiya/contract";
import { ApiError } from "../api.ts";
import { refreshAccess } from "../api/refresh.ts";
import { addressOf } from "../api/send.ts";
import { readTokens } from "../session/storage.ts";
import { saveFile } from "../ui/save-file.ts";

/**
 * Fetches a file of a route and lets the browser save it.
 * @throws ApiError
 */
export async function saveAnswer(route: Route, name: string): Promise<void> {
  const { access } = readTokens();
  let response = await get(route, access);
  if (response.status === 401) response = await get(route, await refreshAccess(access));
  if (!response.ok) throw new ApiError(response.status);
  const content = await response.blob();
  saveFile(name, content.type, content);
}

function get({ url }: Route, access: string | null): Promise<Response> {
  const headers = access === null ? {} : { Authorization: `Bearer ${access}` };
  return fetch(addressOf(url, {}), { headers, credentials: "include" }).catch(() => {
    throw new ApiError(null);
  });
}
