import type * as z from "zod/mini";

/**
 * Who may call a route; the server enforces it before the handler runs.
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
  /** With Fastify's `:name` parameters; every address of the API ends with a slash. */
  url: `/api/${string}/`;
  config: {
    access: Access;
    /** One line of English for the API reference. */
    summary: string;
    /** Error statuses besides those that access and schema imply. */
    errors?: readonly (400 | 401 | 403 | 404 | 409 | 429)[];
    /** The body is a multipart form. `fileSize`: bytes that one of its files may have. */
    upload?: { fileSize: number };
  };
  schema: {
    params?: Schema;
    querystring?: Schema;
    body?: Schema;
    response: Record<number, Schema>;
  };
}

/** A promise between both sides: the server routes with it, the browser calls with it. */
export function route<const R extends Route>(entry: R): R {
  return entry;
}

type Part<R extends Route, Name extends "params" | "querystring" | "body"> = R["schema"] extends {
  [N in Name]: infer S extends Schema;
}
  ? { [N in Name]: z.input<S> }
  : unknown;

/** What a caller passes: `params`, `querystring` and `body`, each only where the route has it. */
export type InputOf<R extends Route> = Part<R, "params"> & Part<R, "querystring"> & Part<R, "body">;

type Success = 200 | 201;

/** What a success answers. */
export type OutputOf<R extends Route> = {
  [Status in Extract<keyof R["schema"]["response"], Success>]: R["schema"]["response"][Status] extends Schema
    ? z.output<R["schema"]["response"][Status]>
    : never;
}[Extract<keyof R["schema"]["response"], Success>];
