import { ErrorBody } from "@manabiya/contract/error.ts";
import { everyCall } from "@manabiya/contract/every-call.ts";
import { EVENTS } from "@manabiya/contract/webhooks/events.ts";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { useTestApp } from "../../test/testing/test-app.ts";

const t = useTestApp();

interface Content {
  content?: Record<string, { example?: unknown }>;
}
interface Operation {
  summary: string;
  description: string;
  security: object[];
  parameters?: { in: "query" | "path"; name: string; example: unknown }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

type Operations = Record<string, Record<string, Operation>>;

/** Asked for once: the document is large, and it stays the same. */
let asked: Promise<Operations> | undefined;
const operations = (): Promise<Operations> =>
  (asked ??= t.app.inject({ url: "/openapi.json" }).then((answer) => answer.json().paths));

const keyOf = ({ method, url }: { method: string; url: string }) =>
  [url.replace(/:(\w+)/g, "{$1}"), method.toLowerCase()] as const;

test("lists every call of the contract with its security requirement in the OpenAPI document", async () => {
  const paths = await operations();
  for (const { route } of everyCall) {
    const [path, method] = keyOf(route);
    const call = paths[path]?.[method];
    expect(call, `${method} ${path}`).toBeDefined();
    const { access, key } = route.config;
    expect(call?.security).toEqual(access === "public" ? [] : [{ bearer: [] }, ...(key ? [{ key: [key] }] : [])]);
    expect(Object.keys(call?.responses ?? {})).toContain("4xx".toUpperCase());
  }
  expect(Object.keys(paths).filter((path) => !path.startsWith("/api/"))).toEqual([]);
  // No call of the server escapes the tests over every call.
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((name) => `${name} ${path}`),
  );
  expect(served.toSorted()).toEqual(everyCall.map(({ route }) => keyOf(route).toReversed().join(" ")).toSorted());
});

test("every operation has a summary of one line, its access and the errors that it implies", async () => {
  const paths = await operations();
  for (const { name, route } of everyCall) {
    const [path, method] = keyOf(route);
    const { summary = "", description = "", responses = {} } = paths[path]?.[method] ?? {};
    const { access } = route.config;
    expect(summary, `${name}: at most 72 characters from a capital letter, without a full stop`).toMatch(
      /^[A-Z][^\n]{3,70}[^.\n]$/,
    );
    expect(description, name).toContain(`Access: ${access}`);
    const implied = [
      ...(route.schema.body || route.schema.querystring ? ["400"] : []),
      ...(access === "public" ? [] : ["401"]),
      ...(access === "public" || access === "member" ? [] : ["403"]),
      ...(route.schema.params ? ["404"] : []),
      ...(route.config.errors ?? []).map(String),
    ];
    expect(Object.keys(responses), name).toEqual(expect.arrayContaining(implied));
    for (const status of implied) {
      const example = exampleIn(responses[status]);
      expect(z.safeParse(ErrorBody, example).success, `${name} ${status}`).toBe(true);
    }
  }
});

describe("examples", () => {
  test.each(everyCall.map(({ name, route }) => [name, route] as const))(
    "%s: every example is valid by its own schema",
    async (_name, route) => {
      const [path, method] = keyOf(route);
      const { parameters = [], requestBody, responses = {} } = (await operations())[path]?.[method] ?? {};
      const given = (where: "query" | "path") =>
        Object.fromEntries(parameters.filter((each) => each.in === where).map(({ name, example }) => [name, example]));
      const { params, querystring, body, response } = route.schema;
      const errors = [
        params && z.safeParse(params, given("path")).error,
        querystring && z.safeParse(querystring, given("query")).error,
        // A file in a form has no example.
        route.config.upload || !body ? undefined : z.safeParse(body, exampleIn(requestBody)).error,
        ...Object.entries(response).map(([status, schema]) => z.safeParse(schema, exampleIn(responses[status])).error),
      ];
      expect(
        errors.flatMap((error) => error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? []),
      ).toEqual([]);
    },
  );
});

function exampleIn(described: Content | undefined): unknown {
  return Object.values(described?.content ?? {})[0]?.example;
}

test("describes the message of every event to other tools", async () => {
  const document = (await t.app.inject({ url: "/openapi.json" })).json();
  expect(Object.keys(document.components.schemas)).toEqual(Object.keys(EVENTS));
  for (const name of Object.keys(document.components.schemas)) {
    expect(document.components.schemas[name]).toMatchObject({
      required: ["type", "timestamp", "data", "text"],
      properties: { type: { enum: [name] }, data: { type: "object" } },
    });
  }
  expect(document.components.schemas["member.signed_up"].properties.data.required).toEqual(["member", "email"]);
});
