import type { Route } from "@manabiya/contract";
import { ApiError } from "../api/calls.ts";
import { addressOf, TIMEOUT } from "../api/send.ts";
import { withAccess } from "../api/with-access.ts";
import { saveFile } from "../ui/save-file.ts";

/**
 * Fetches a file of a route and lets the browser save it.
 * @throws ApiError
 */
export async function saveAnswer(route: Route, name: string): Promise<void> {
  const content = await withAccess((access) => get(route, access));
  saveFile(name, content.type, content);
}

async function get({ url }: Route, access: string | null): Promise<Blob> {
  const headers = access === null ? {} : { Authorization: `Bearer ${access}` };
  const unanswered = () => {
    throw new ApiError(null);
  };
  const signal = AbortSignal.timeout(TIMEOUT);
  const response = await fetch(addressOf(url, {}), { headers, credentials: "include", signal }).catch(
    unanswered,
  );
  if (!response.ok) throw new ApiError(response.status);
  return response.blob().catch(unanswered);
}
