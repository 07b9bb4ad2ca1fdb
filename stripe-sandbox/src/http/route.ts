import { parameterMissing } from "../errors.ts";
import type { World } from "../state/world.ts";
import type { FormObject } from "./form.ts";
import { list, type Read, readParams, type Reader, text } from "./params.ts";

type Fields = Record<string, Reader<unknown>>;

export interface Route {
  method: "GET" | "POST" | "DELETE";
  /** `/v1/customers/:id` in segments. */
  segments: string[];
  /** @returns the answer before expansion */
  run: (world: World, ids: string[], form: FormObject) => object;
}

/**
 * One call of Stripe's API. Parameters outside `fields` are refused; `expand` is always allowed.
 * @param call `POST /v1/customers/:id`
 */
export function route<F extends Fields>(
  call: `${Route["method"]} /v1/${string}`,
  fields: F,
  handle: (world: World, params: Read<F>, id: string, second: string) => object,
): Route {
  const [method, path] = call.split(" ") as [Route["method"], string];
  const all = { ...fields, expand: list(text) };
  return {
    method,
    segments: path.split("/"),
    run: (world, ids, form) => {
      const { expand: _, ...params } = readParams(form, all);
      return handle(world, params as unknown as Read<F>, ids[0] ?? "", ids[1] ?? "");
    },
  };
}

/** @returns the ids in the path, or null when the path is another route's */
export function matchRoute(route: Route, segments: string[]): string[] | null {
  if (route.segments.length !== segments.length) return null;
  const ids: string[] = [];
  for (const [index, expected] of route.segments.entries()) {
    const given = segments[index] ?? "";
    if (expected.startsWith(":")) ids.push(given);
    else if (expected !== given) return null;
  }
  return ids;
}

/** @throws Stripe's `parameter_missing`. */
export function required<T>(value: T | undefined, param: string): T {
  if (value === undefined || value === "") throw parameterMissing(param);
  return value;
}

/** Merges metadata as Stripe does: an empty value removes its key, null removes all keys. */
export function mergeMetadata(
  before: Record<string, string>,
  change: Record<string, string> | null | undefined,
): Record<string, string> {
  if (change === undefined) return before;
  if (change === null) return {};
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ""));
}
