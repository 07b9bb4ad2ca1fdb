import type { Route } from "@manabiya/contract";
import type { InjectOptions } from "fastify";
import * as z from "zod/mini";
import { exampleOf, type JsonSchema } from "../../src/http/openapi-examples.ts";
import { formPayload } from "./form.ts";

type Path = readonly (string | number)[];

/** A place in a body or a query that takes a text or a number. */
export interface Field {
  part: "body" | "querystring";
  path: Path;
  schema: JsonSchema;
}

/** Landing pages have more than a hundred texts, of few kinds. */
const FIELDS_MAX = 24;

type Leaf = Omit<Field, "part">;

/** The texts that a call takes, those of the items of its lists included; of very many every few. */
export const textFieldsOf = (route: Route): Field[] => fieldsIn(route, ["string"]);

export const numberFieldsOf = (route: Route): Field[] => fieldsIn(route, ["integer", "number"]);

/** A field without a type takes more than one: it is a text and a number. */
function fieldsIn(route: Route, types: readonly string[]): Field[] {
  const isOfType = ({ schema: { type } }: Leaf) =>
    type === undefined || [type].flat().some((each) => types.includes(each));
  const fields = (["body", "querystring"] as const).flatMap((part) => {
    const schema = inputOf(route, part);
    return schema === null ? [] : leavesOf(schema, [], isOfType).map((leaf) => ({ part, ...leaf }));
  });
  return fields.filter((_, index) => index % Math.ceil(fields.length / FIELDS_MAX) === 0);
}

const inputs = new WeakMap<z.ZodMiniType, JsonSchema>();

function inputOf(route: Route, part: "body" | "querystring"): JsonSchema | null {
  const schema = route.schema[part];
  if (!schema) return null;
  const known = inputs.get(schema) ?? (z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema);
  inputs.set(schema, known);
  return known;
}

function leavesOf(schema: JsonSchema, path: Path, isWanted: (leaf: Leaf) => boolean): Leaf[] {
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return choices.flatMap((choice) => leavesOf(choice, path, isWanted)).slice(0, 4);
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([name, value]) => leavesOf(value, [...path, name], isWanted));
  }
  if (schema.items) return leavesOf(schema.items, [...path, 0], isWanted);
  if (schema.enum || schema.const !== undefined) return [];
  return [{ path, schema }].filter(isWanted);
}

/** A body with nothing in it that may be left out: more fields could be a reason to refuse it. */
function smallestOf(schema: JsonSchema, name = ""): unknown {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices?.some(({ type }) => type === "null")) return null;
  if (schema.examples !== undefined) return schema.examples[0];
  if (choices?.[0]) return smallestOf(choices[0], name);
  if (schema.type === "object" && schema.properties) {
    const { required = [] } = schema as { required?: string[] };
    return Object.fromEntries(required.map((field) => [field, smallestOf(schema.properties?.[field] ?? {}, field)]));
  }
  if (schema.type === "array") return schema.minItems ? [smallestOf(schema.items ?? {}, name)] : [];
  return exampleOf(schema, name);
}

function withValue(target: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof step === "number") return [withValue((target as unknown[] | null)?.[step], rest, value)];
  const fields = (target ?? {}) as Record<string, unknown>;
  return { ...fields, [step]: withValue(fields[step], rest, value) };
}

interface Around {
  /** For each parameter in the path. */
  param: string;
  /** Fields that the call needs although its schema lets them be null. */
  needed?: object | undefined;
}

/** The call with the value in this field, and otherwise with as little as it takes. */
export async function requestWith(
  route: Route,
  { part, path }: Pick<Field, "part" | "path">,
  value: string | number,
  { param, needed = {} }: Around,
): Promise<InjectOptions & { headers: Record<string, string> }> {
  const [body, query] = (["body", "querystring"] as const).map((each) => {
    const schema = inputOf(route, each);
    const smallest =
      schema === null ? undefined : { ...(smallestOf(schema) as object), ...(each === "body" && needed) };
    return each === part ? withValue(smallest, path, value) : smallest;
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== null) search.append(name, String(value));
  const sent = route.config.upload ? await formPayload(fieldsOf(body)) : json(body);
  return {
    method: route.method,
    url: `${route.url.replaceAll(/:\w+/g, param)}?${search.toString()}`,
    headers: sent.headers,
    ...(route.method !== "GET" && { payload: sent.payload }),
  };
}

const json = (body: unknown) => ({
  payload: body === undefined ? "" : JSON.stringify(body),
  headers: { "content-type": "application/json" },
});

const fieldsOf = (body: unknown) =>
  Object.fromEntries(
    Object.entries(body ?? {}).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
