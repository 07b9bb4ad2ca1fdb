import { ErrorBody, STATUS_TEXT } from "@manabiya/contract/error.ts";
import type { FastifyInstance, FastifyTypeProvider } from "fastify";
import fp from "fastify-plugin";
import * as z from "zod/mini";
import { type AppError, notFound, validationError } from "../errors/app-error.ts";
import { type AnswerWriter, answerWriter, type Sendable } from "./answer-writer.ts";

// Our screens never send what a schema has no message of its own for, so the status' sentence is enough.
z.config({ localeError: () => STATUS_TEXT[400] });

type Issue = z.core.$ZodIssue;

/** Types of requests and answers by the contract's schemas. */
export interface SchemaTypes extends FastifyTypeProvider {
  validator: this["schema"] extends z.core.$ZodType ? z.output<this["schema"]> : unknown;
  serializer: this["schema"] extends z.core.$ZodType ? Sendable<z.output<this["schema"]>> : unknown;
}

/**
 * Requests are parsed by the contract's zod schemas. Answers are written by fast-json-stringify from the same schemas,
 * so that unnamed fields do not leave the server; zod itself would cost a third of the throughput.
 */
export const validationPlugin = fp(async (app: FastifyInstance) => {
  app.setValidatorCompiler<z.ZodMiniType>(({ schema, httpPart }) => (input) => {
    const result = z.safeParse(schema, input);
    return result.success ? { value: result.data } : { error: rejection(result.error.issues, httpPart) };
  });
  app.setSerializerCompiler<z.ZodMiniType>(
    // Fastify's type allows text only.
    ({ schema }) => writerOf(schema) as (answer: unknown) => string,
  );
  app.addHook("onRoute", (route) => {
    const schema = route.schema;
    if (schema?.response === undefined) return;
    route.schema = { ...schema, response: { ...schema.response, "4xx": ErrorBody, "5xx": ErrorBody } };
  });
  acceptEmptyJson(app);
});

const compiled = new WeakMap<z.ZodMiniType, AnswerWriter>();

/** Compiled once per schema: every route names the errors' schema twice, and tests open several applications. */
function writerOf(schema: z.ZodMiniType): AnswerWriter {
  const writer = compiled.get(schema) ?? answerWriter(schema);
  compiled.set(schema, writer);
  return writer;
}

/** A list of thousands of wrong items would make an answer larger than the request. */
const ISSUES_MAX = 200;

/** An impossible id in the address is an unknown page (404); every other problem is the caller's input (400). */
function rejection(issues: Issue[], httpPart: string | undefined): AppError {
  if (httpPart === "params") return notFound("ページ");
  const fields: Record<string, string[]> = {};
  for (const issue of issues.slice(0, ISSUES_MAX)) {
    const field = issue.path.map(String).join(".") || "body";
    (fields[field] ??= []).push(issue.message);
  }
  return validationError(fields);
}

/** Many clients send `Content-Type: application/json` without a body. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else void parse(request, body, done);
  });
}
