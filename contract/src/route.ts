import type * as z from "zod/mini";

/**
 * The users who may call a route. The server enforces it before the handler runs.
 * - `public`: anybody
 * - `member`: anybody signed in
 * - `subscriber`: signed in and allowed to watch now (see rules/can-watch.ts)
 * - `staff`: `is_staff` or `is_superuser`
 * - `superuser`: `is_superuser`
 */
export type Access = "public" | "member" | "subscriber" | "staff" | "superuser";

type Schema = z.ZodMiniType;

export interface Route {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** May contain Fastify's `:name` parameters. */
  url: `/api/${string}/`;
  config: {
    access: Access;
    /** One line of English for the API reference. */
    summary: string;
    /** Error statuses besides those that access and schema imply. */
    errors?: readonly (400 | 401 | 403 | 404 | 409 | 429)[];
    /** The body is a multipart form. `fileSize`: the maximum of each file in bytes. */
    upload?: { fileSize: number };
  };
  schema: {
    params?: Schema;
    querystring?: Schema;
    body?: Schema;
    response: Record<number, Schema>;
  };
}

/** The server registers the entry as a Fastify route, and the browser calls with it. */
export function route<const R extends Route>(entry: R): R {
  return entry;
}

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
