import { LANDINGS } from "@manabiya/contract/site/landing/documents.ts";
import type { Route } from "@manabiya/contract";
import type { InjectOptions } from "fastify";
import * as z from "zod/mini";
import { exampleOf, type JsonSchema } from "../../src/http/openapi-examples.ts";
import { fileOf, formPayload } from "./form.ts";

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
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.flatMap((choice) => leavesOf(choice, path, isWanted)).slice(0, 4);
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([name, value]) => leavesOf(value, [...path, name], isWanted));
  }
  if (schema.items) return leavesOf(schema.items, [...path, 0], isWanted);
  // A file is no text: hostile-files.test.ts has them.
  if (schema.enum || schema.const !== undefined || schema.format === "binary") return [];
  return [{ path, schema: Object.assign({}, schema, ...(schema.allOf ?? [])) as JsonSchema }].filter(isWanted);
}

/** A body with nothing in it that may be left out: more fields could be a reason to refuse it. */
function smallestOf(schema: JsonSchema, name = ""): unknown {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices?.some(({ type }) => type === "null")) return null;
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.format === "binary") return fileOf("example", "example.csv");
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

/** Fields that an example cannot have, and that the call needs although its schema lets them be null, by its name. */
export const NEEDED: Record<string, object> = {
  "notes.write": { video_id: 1, kind: "practice", done_on: "2026-11-20" },
  "adminVideos.update": { video_id: "dQw4w9WgXcQ" },
  "adminCaptions.set": { published: false, lines: [{ starts_ms: 1, ends_ms: 2, text: "字幕" }] },
  "landingA.update": { content: LANDINGS.a.defaults },
  "landingB.update": { content: LANDINGS.b.defaults },
  "landingPreview.render": { content: LANDINGS.a.defaults },
};

export interface Filled extends Pick<Field, "part" | "path"> {
  value: string | number;
}

type Input = Record<Field["part"], unknown>;

/** Fills a call with these values, and otherwise with as little as it takes. `needed`: see `NEEDED`. */
export function inputWith(route: Route, filled: readonly Filled[], needed: object = {}): Input {
  const [body, query] = (["body", "querystring"] as const).map((part) => {
    const schema = inputOf(route, part);
    const smallest =
      schema === null ? undefined : { ...(smallestOf(schema) as object), ...(part === "body" && needed) };
    return filled
      .filter((each) => each.part === part)
      .reduce<unknown>((input, { path, value }) => withValue(input, path, value), smallest);
  });
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== null);
  return {
    body: route.config.upload ? fieldsOf(body) : body,
    querystring: query && Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
  };
}

/** Whether the contract's schemas take it, so that it reaches the call. */
export const isTaken = ({ schema }: Route, input: Input): boolean =>
  (["body", "querystring"] as const).every((part) => !schema[part] || z.safeParse(schema[part], input[part]).success);

/** @param param for each parameter in the path */
export async function requestWith(
  route: Route,
  { body, querystring }: Input,
  param: string,
): Promise<InjectOptions & { headers: Record<string, string> }> {
  const search = new URLSearchParams(querystring as Record<string, string> | undefined);
  const sent = route.config.upload ? await formPayload(body as Record<string, string | File>) : json(body);
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

const fieldsOf = (body: unknown): Record<string, string | File> =>
  Object.fromEntries(
    Object.entries(body ?? {}).map(([name, value]) => [
      name,
      typeof value === "string" || value instanceof File ? value : JSON.stringify(value),
    ]),
  );
