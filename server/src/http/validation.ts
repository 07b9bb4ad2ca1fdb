import { ErrorBody, STATUS_TEXT } from "@manabiya/contract/error.ts";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import * as z from "zod/mini";
import { type AppError, notFound, validationError } from "./app-error.ts";
import { cardListsWriter } from "../catalogue/cache/serialized-cards.ts";
import { jsonWriter } from "./json-writer.ts";

// What a schema has no words for is nothing that our screens send: the product's sentence, at the field's name.
z.config({ localeError: () => STATUS_TEXT[400] });

type Issue = z.core.$ZodIssue;

/**
 * Requests are parsed by the contract's zod schemas; answers are written by fast-json-stringify from the same
 * schemas, so that what a schema does not name does not leave (zod itself would cost a third of the throughput).
 */
export const validationPlugin = fp(async (app: FastifyInstance) => {
  app.setValidatorCompiler<z.ZodMiniType>(({ schema, httpPart }) => (input) => {
    const result = z.safeParse(schema, input);
    return result.success ? { value: result.data } : { error: rejection(result.error.issues, httpPart) };
  });
  app.setSerializerCompiler<z.ZodMiniType>(
    // Its type knows text alone.
    ({ schema }) => serializer(schema) as (answer: unknown) => string,
  );
  app.addHook("onRoute", (route) => {
    const schema = route.schema;
    if (schema?.response === undefined) return;
    route.schema = {
      ...schema,
      response: { ...schema.response, "4xx": ErrorBody, "5xx": ErrorBody },
    };
  });
  acceptEmptyJson(app);
});

/** A whole answer, as text or as bytes; Fastify sends either. */
type Serializer = (answer: Record<string, unknown>) => string | Buffer;

const compiled = new WeakMap<z.ZodMiniType, Serializer>();

/** Compiled once per schema: every route has the one of errors twice, and applications in one process have the same. */
function serializer(schema: z.ZodMiniType): Serializer {
  const known = compiled.get(schema);
  if (known) return known;
  const made = cardListsWriter(schema) ?? jsonWriter(schema);
  compiled.set(schema, made);
  return made;
}

/** An address with an impossible id is an address of nothing; everything else is the caller's to mend. */
function rejection(issues: Issue[], httpPart: string | undefined): AppError {
  if (httpPart === "params") return notFound("ページ");
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    const field = issue.path.map(String).join(".") || "body";
    (fields[field] ??= []).push(issue.message);
  }
  return validationError(fields);
}

/** Callers that post without a body often name JSON as its type all the same. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else void parse(request, body, done);
  });
}
