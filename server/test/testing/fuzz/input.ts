import type { Route } from "@manabiya/contract";
import fc from "fast-check";
import * as z from "zod/mini";
import { NAUGHTY } from "./naughty-strings.ts";

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** `form`: send the body as a multipart form. */
export interface FuzzedInput {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
  form: boolean;
}

const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NAUGHTY) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 30 }) },
);
const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -1, 1, 2, 2 ** 31, 2 ** 53, 1e308));
const anything: fc.Arbitrary<unknown> = fc.oneof(
  text,
  number,
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 2 }),
);

/**
 * Nearly valid inputs: they follow the call's schemas, with something strange in each.
 * @param known meaningful values, such as existing ids
 */
export function inputsOf(route: Route, known: readonly string[]): fc.Arbitrary<FuzzedInput> {
  const names = [...route.url.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const param = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: text });
  return fc.record({
    params: fc.record(Object.fromEntries(names.map((name) => [name, param]))),
    query: record(likeOf(route.schema.querystring, known)),
    body: fc.oneof(
      { weight: 8, arbitrary: likeOf(route.schema.body, known) },
      { weight: 1, arbitrary: anything },
      { weight: 1, arbitrary: fc.constant(undefined) },
    ),
    form: route.config.upload ? fc.boolean() : fc.constant(false),
  });
}

function record(values: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> {
  return values.map((value) => (isRecord(value) ? value : {}));
}

function likeOf(schema: z.ZodMiniType | undefined, known: readonly string[]): fc.Arbitrary<unknown> {
  if (!schema) return fc.constant(undefined);
  return like(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), known);
}

function like(schema: JsonSchema | boolean, known: readonly string[]): fc.Arbitrary<unknown> {
  if (typeof schema === "boolean") return anything;
  const right = rightly(schema, known);
  return fc.oneof({ weight: 5, arbitrary: right }, { weight: 1, arbitrary: anything });
}

function rightly(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => like(choice, known)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "object":
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, value]) => [name, like(value, known)])),
        { requiredKeys: schema.required ?? [] },
      );
    case "array": {
      const items = schema.items;
      const each = items === undefined || Array.isArray(items) ? anything : like(items, known);
      return fc.array(each, { maxLength: 4 });
    }
    case "integer":
      return fc.oneof(
        fc.constantFrom(...known.map(Number).filter(Number.isInteger)),
        fc.integer({ min: 0, max: 100 }),
        number,
      );
    case "number":
      return number;
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "string":
      return fc.oneof({ weight: 1, arbitrary: fc.constantFrom(...known) }, { weight: 2, arbitrary: text });
    default:
      return fc.oneof({ weight: 1, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: anything });
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
