import type * as z from "zod/mini";
import type { StaffAccess } from "./rules/staff-rights.ts";

/**
 * The users who may call a route. The server enforces it before the handler runs.
 * - `public`: anybody
 * - `member`: anybody signed in
 * - `subscriber`: signed in and allowed to watch now (see rules/can-watch.ts)
 * - `staff` and what follows it: see rules/staff-rights.ts
 */
export type Access = "public" | "member" | "subscriber" | StaffAccess;

export type Schema<Output = unknown, Input = unknown> = z.ZodMiniType<Output, Input>;

interface Schemas {
  params?: Schema;
  querystring?: Schema;
  body?: Schema;
  response: Record<number, Schema>;
}

/** Parts of the service that a key of another tool may read (webhooks/tools.ts). */
export const KEY_SCOPES = ["figures", "members"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

interface CallOptions {
  /** A key with this scope may make the call, too. */
  key?: KeyScope;
  /** Error statuses besides those that access and schemas imply. */
  errors?: readonly (400 | 401 | 403 | 404 | 409 | 429)[];
  /** The body is a multipart form. `fileSize`: bytes that one of its files may have. */
  upload?: { fileSize: number };
}

/** Fastify's `:name` parameters are allowed; every address of the API ends with a slash. */
type Address = `/api/${string}/`;

export interface Route {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: Address;
  /** `summary`: one line of English for the API reference. */
  config: { access: Access; summary: string } & CallOptions;
  schema: Schemas;
}

interface Call<S extends Schemas> {
  summary: string;
  schema: S;
  options: CallOptions;
}

/** Declares the input and output of a call. `index.ts` adds its method, address and access. */
// @__NO_SIDE_EFFECTS__ lets the browser's bundle leave out calls beside a schema that it uses.
/* @__NO_SIDE_EFFECTS__ */
export function call<const S extends Schemas>(summary: string, definition: S & CallOptions): Call<S> {
  const { key, errors, upload, ...schema } = definition;
  const options = { ...(key && { key }), ...(errors && { errors }), ...(upload && { upload }) };
  return { summary, schema: schema as object as S, options };
}

/** Lets keys with a scope make calls that only read. */
/* @__NO_SIDE_EFFECTS__ */
export function byKey<C extends Record<string, Call<Schemas>>>(key: KeyScope, calls: C): C {
  for (const each of Object.values(calls)) each.options = { ...each.options, key, errors: [429] };
  return calls;
}

const method =
  <const M extends Route["method"]>(name: M) =>
  <const U extends Address, const A extends Access, S extends Schemas>(url: U, access: A, of: Call<S>) => ({
    method: name,
    url,
    config: { access, summary: of.summary, ...of.options },
    schema: of.schema,
  });

export const get = method("GET");
export const post = method("POST");
export const put = method("PUT");
export const del = method("DELETE");

type Part<R extends Route, Name extends "params" | "querystring" | "body"> = R["schema"] extends {
  [N in Name]: infer S extends Schema;
}
  ? { [N in Name]: z.input<S> }
  : unknown;

/** The caller's `params`, `querystring` and `body`, as far as the route has them. */
export type InputOf<R extends Route> = Part<R, "params"> & Part<R, "querystring"> & Part<R, "body">;

type Success = 200 | 201;

/** The body of a successful answer. */
export type OutputOf<R extends Route> = {
  [Status in Extract<keyof R["schema"]["response"], Success>]: R["schema"]["response"][Status] extends Schema
    ? z.output<R["schema"]["response"][Status]>
    : never;
}[Extract<keyof R["schema"]["response"], Success>];
