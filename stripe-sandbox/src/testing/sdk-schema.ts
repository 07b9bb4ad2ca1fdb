import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { type FormValue, parseForm } from "../http/form.ts";
import type { ApiRequest } from "../http/api.ts";
import type { Kind } from "../state/kinds.ts";
import type { Store } from "../state/store.ts";

/** The part of JSON Schema that `schema/generate.mjs` writes. A validator that compiles 1,457 types takes seconds. */
interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  const?: unknown;
  enum?: unknown[];
  type?: "string" | "number" | "boolean" | "null" | "array" | "object";
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
}

interface SdkSchema {
  /** The SDK's version. */
  sdk: string;
  Objects: Partial<Record<Kind, Schema>>;
  /** By `POST /v1/customers/:id`. */
  Calls: Record<string, Schema>;
  definitions: Record<string, Schema>;
}

let loaded: SdkSchema | null = null;

/** The SDK's types as a JSON Schema; `npm run schema -w stripe-sandbox` makes it. */
export function sdkSchema(): SdkSchema {
  loaded ??= JSON.parse(
    gunzipSync(readFileSync(new URL("../../schema/stripe-schema.json.gz", import.meta.url))).toString(),
  ) as SdkSchema;
  return loaded;
}

/** @returns one line per difference @param isForm the values are a form's strings */
function compare(schema: Schema, value: unknown, path: string, isForm: boolean): string[] {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice("#/definitions/".length);
    return compare(sdkSchema().definitions[name] ?? {}, value, path, isForm);
  }
  if (schema.anyOf !== undefined) {
    const found = schema.anyOf.map((each) => compare(each, value, path, isForm));
    if (found.some((problems) => problems.length === 0)) return [];
    // The alternative with the fewest differences is the one that was meant.
    return found.reduce((best, next) => (next.length < best.length ? next : best));
  }
  const isRight = (expected: unknown) => (isForm ? String(expected) === value : expected === value);
  if ("const" in schema) return isRight(schema.const) ? [] : [`${path} must be ${JSON.stringify(schema.const)}`];
  if (schema.enum !== undefined) {
    return schema.enum.some(isRight) ? [] : [`${path} must be one of ${JSON.stringify(schema.enum)}`];
  }
  if (schema.type === undefined) return [];
  if (!hasType(schema.type, value, isForm)) return [`${path} must be ${schema.type}`];
  if (schema.type === "array") {
    return (value as unknown[]).flatMap((item, index) => compare(schema.items ?? {}, item, `${path}/${index}`, isForm));
  }
  return schema.type === "object" ? compareFields(schema, value as Record<string, unknown>, path, isForm) : [];
}

function compareFields(
  { properties, required = [], additionalProperties = true }: Schema,
  value: Record<string, unknown>,
  path: string,
  isForm: boolean,
): string[] {
  const missing = required.filter((name) => !Object.hasOwn(value, name)).map((name) => `${path}/${name} is missing`);
  const wrong = Object.entries(value).flatMap(([name, field]) => {
    const schema = properties && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (schema === true || schema === undefined) return [];
    return schema === false ? [`${path}/${name} is unknown`] : compare(schema, field, `${path}/${name}`, isForm);
  });
  return [...missing, ...wrong];
}

function hasType(type: NonNullable<Schema["type"]>, value: unknown, isForm: boolean): boolean {
  if (type === "null") return value === null || (isForm && value === "");
  if (type === "array") return Array.isArray(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  if (isForm && type === "number") return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value);
  if (isForm && type === "boolean") return value === "true" || value === "false";
  return typeof value === type;
}

/** Compares all stored objects with the SDK's types. @returns their number, and one line per difference */
export function checkObjects(store: Store): { count: number; problems: string[] } {
  let count = 0;
  const problems: string[] = [];
  for (const [kind, schema] of Object.entries(sdkSchema().Objects)) {
    for (const row of store.all(kind as Kind)) {
      count++;
      // JSON has no undefined fields.
      problems.push(...compare(schema, JSON.parse(JSON.stringify(row)), kind, false));
    }
  }
  return { count, problems };
}

/** Compares a call's parameters with the SDK's types. @returns one line per difference */
export function checkCall({ method, url, body }: Pick<ApiRequest, "method" | "url" | "body">): string[] {
  const { pathname, search } = new URL(url, "http://sandbox");
  const name = nameOfCall(method, pathname);
  const schema = name === null ? undefined : sdkSchema().Calls[name];
  if (name === null || schema === undefined) return [`${method} ${pathname} is missing in schema/types.ts`];
  const form = parseForm(method === "GET" ? search.slice(1) : body);
  return compare(schema, plain(form), name, true);
}

function nameOfCall(method: string, pathname: string): string | null {
  const segments = pathname.split("/");
  const names = Object.keys(sdkSchema().Calls).filter((name) => {
    const [verb, path = ""] = name.split(" ");
    const expected = path.split("/");
    if (verb !== method || expected.length !== segments.length) return false;
    return expected.every((segment, index) => segment.startsWith(":") || segment === segments[index]);
  });
  // A fixed segment comes before an id in its place.
  return names.toSorted((a, b) => a.split(":").length - b.split(":").length)[0] ?? null;
}

/** Arrays arrive as objects with the keys 0, 1, … */
function plain(value: FormValue): unknown {
  if (typeof value === "string") return value;
  const entries = Object.entries(value);
  const isArray = entries.length > 0 && entries.every(([key], index) => key === String(index));
  const items = entries.map(([key, item]) => [key, plain(item)] as const);
  return isArray ? items.map(([, item]) => item) : Object.fromEntries(items);
}
