import type { Route } from "@manabiya/contract";
import type { InjectOptions } from "fastify";
import { formPayload } from "../form.ts";
import { type FuzzedInput, isRecord } from "./input.ts";

/** The request of a call with this input, without headers of the caller. */
export async function requestOf(
  route: Route,
  { params, query, body, form }: FuzzedInput,
): Promise<InjectOptions & { headers: Record<string, string> }> {
  const sent =
    form && isRecord(body)
      ? await formPayload(Object.fromEntries(Object.entries(body).map(([name, value]) => [name, field(value)])))
      : { payload: body === undefined ? "" : JSON.stringify(body), headers: { "content-type": "application/json" } };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, plain(value));
  return {
    method: route.method,
    url: `${route.url.replaceAll(/:(\w+)/g, (_match, name: string) => encoded(params[name] ?? ""))}?${search.toString()}`,
    headers: sent.headers,
    ...(route.method !== "GET" && { payload: sent.payload }),
  };
}

const plain = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** Longer texts become files, as CSVs and pictures are. */
function field(value: unknown): string | File {
  const text = plain(value);
  return text.length % 2 === 0 ? text : new File([text.toWellFormed()], "file.csv");
}

function encoded(value: string): string {
  return encodeURIComponent(value.toWellFormed()) || "0";
}
