import { STATUS_CODES } from "node:http";
import swagger from "@fastify/swagger";
import type { Access } from "@manabiya/contract";
import type { FastifyInstance, RouteOptions } from "fastify";
import fp from "fastify-plugin";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import * as z from "zod/mini";
import { type EventName, EVENTS } from "@manabiya/contract/webhooks/events.ts";
import { statusText } from "@manabiya/contract/error.ts";
import type { SiteSettings } from "../config/config.ts";
import {
  AppError,
  forbidden,
  missingRight,
  notFound,
  subscriptionRequired,
  tooManyRequests,
  unauthorized,
  validationError,
} from "../errors/app-error.ts";
import { bodyOf } from "./error-handler.ts";
import { exampleOf, type JsonSchema } from "./openapi-examples.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    summary?: string;
    errors?: readonly number[];
  }
}

const ACCESS: Record<Access, string> = {
  public: "anybody",
  member: "signed-in members",
  subscriber: "members who may watch now",
  staff: "staff",
  "staff.members": "staff who may see members",
  "staff.money": "staff who may see money",
  superuser: "superusers",
};

const CONTENT = ["body", "querystring", "params"] as const;

/** Serves `/openapi.json`, generated from the contract. Register it before the routes. */
export const openapiPlugin = fp(async (app: FastifyInstance, { site }: { site: SiteSettings }) => {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: site.name, version: "1" },
      servers: [{ url: site.publicUrl }],
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
          key: { type: "http", scheme: "bearer", description: "A key of another tool: mk_…" },
        },
        schemas: Object.fromEntries(Object.keys(EVENTS).map((event) => [event, messageOf(event as EventName)])),
      },
    },
    transform: (call) => {
      const { schema, url } = jsonSchemaTransform(call);
      const { access, summary = "", upload, key } = call.route.config ?? {};
      if (access === undefined) return { schema: { ...schema, hide: true }, url };
      const described = schema as Partial<Record<(typeof CONTENT)[number], JsonSchema>> & {
        response: Record<string, JsonSchema>;
      };
      const errors = errorsOf(call.route);
      return {
        schema: {
          ...schema,
          ...withExamples(described),
          response: withErrors(described.response, errors),
          ...(upload && { consumes: ["multipart/form-data"] }),
          tags: [/^\/api\/((admin\/)?[^/]+)/.exec(url)?.[1] ?? ""],
          security: access === "public" ? [] : [{ bearer: [] }, ...(key === undefined ? [] : [{ key: [key] }])],
          summary,
          description: `Access: ${access} (${ACCESS[access]}). Errors: ${errors.map(({ status }) => status).join(", ") || "none of its own"}.`,
        },
        url,
      };
    },
  });
  app.get("/openapi.json", async (_request, reply) =>
    reply.header("cache-control", "public, max-age=3600").send(app.swagger()),
  );
});

/** The body of a message to another tool (docs/webhooks.md). */
function messageOf(event: EventName): object {
  const message = z.object({
    type: z.literal(event),
    timestamp: z.iso.datetime(),
    data: EVENTS[event].data,
    text: z.string(),
  });
  return { ...z.toJSONSchema(message), description: EVENTS[event].label };
}

function withExamples(described: Partial<Record<(typeof CONTENT)[number], JsonSchema>>) {
  const examples: Partial<Record<(typeof CONTENT)[number], JsonSchema>> = {};
  const { body } = described;
  if (body !== undefined) examples.body = { ...body, examples: [exampleOf(body)] };
  for (const part of ["querystring", "params"] as const) {
    const schema = described[part];
    if (schema === undefined) continue;
    const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
      name,
      { ...property, examples: [exampleOf(property, name)] },
    ]);
    examples[part] = { ...schema, properties: Object.fromEntries(properties) as Record<string, JsonSchema> };
  }
  return examples;
}

/** Every failure of the route that its access, its schema or its contract entry implies. */
function errorsOf({ config = {}, schema = {} }: RouteOptions): AppError[] {
  const { access = "public", errors = [] } = config;
  const response = (schema.response ?? {}) as Record<string, unknown>;
  const takesInput = schema.body !== undefined || schema.querystring !== undefined;
  const applies: Record<number, boolean> = {
    400: takesInput,
    401: access !== "public",
    403: access !== "public" && access !== "member",
    404: schema.params !== undefined,
  };
  return EXAMPLES.flatMap((example) => {
    const { status } = example;
    if (applies[status] !== true && !errors.includes(status) && response[status] === undefined) return [];
    return [status === 403 ? refusalBy(access) : example];
  });
}

function refusalBy(access: Access): AppError {
  if (access === "subscriber") return subscriptionRequired();
  return access === "staff.members" || access === "staff.money" ? missingRight(access) : forbidden();
}

const EXAMPLES = [
  validationError({ email: ["メールアドレスの形式が正しくありません。"] }),
  unauthorized(),
  forbidden(),
  notFound("ページ"),
  new AppError(409, "conflict", statusText(409)),
  tooManyRequests(60),
];

function withErrors(responses: Record<string, JsonSchema>, errors: AppError[]): Record<string, JsonSchema> {
  const described: Record<string, JsonSchema> = {};
  for (const [status, schema] of Object.entries(responses)) {
    described[status] =
      Number(status) < 300
        ? { ...schema, description: "Success", examples: [exampleOf(schema)] }
        : { ...schema, description: status === "5xx" ? "A failure of the server" : "Any other error" };
  }
  for (const error of errors) {
    // The 409 of a record contains its current state, by a schema of its own.
    const own = responses[error.status];
    described[error.status] = {
      ...(own ?? responses["4xx"]),
      description: STATUS_CODES[error.status] ?? error.type,
      examples: [own === undefined ? bodyOf(error) : exampleOf(own)],
    };
  }
  return described;
}
