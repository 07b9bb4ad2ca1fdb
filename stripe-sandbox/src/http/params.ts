import { invalidRequest } from "../errors.ts";
import type { FormObject, FormValue } from "./form.ts";

/** Parses one form value. @throws Stripe's validation error */
export type Reader<T> = (value: FormValue, path: string) => T;
type Fields = Record<string, Reader<unknown>>;
/** Every parameter is optional here; handlers call `required`. */
export type Read<F extends Fields> = { [K in keyof F]?: ReturnType<F[K]> };

const INTEGER = /^-?\d{1,15}$/;

export const text: Reader<string> = (value, path) => {
  if (typeof value !== "string") throw invalidRequest("Invalid string", { param: path });
  return value;
};

export const integer: Reader<number> = (value, path) => {
  if (typeof value === "string" && INTEGER.test(value)) return Number(value);
  throw invalidRequest(`Invalid integer: ${shown(value)}`, { param: path, code: "parameter_invalid_integer" });
};

export const number: Reader<number> = (value, path) => {
  const read = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
  if (!Number.isFinite(read)) throw invalidRequest(`Invalid decimal: ${shown(value)}`, { param: path });
  return read;
};

export const flag: Reader<boolean> = (value, path) => {
  if (value === "true") return true;
  if (value === "false") return false;
  throw invalidRequest(`Invalid boolean: ${shown(value)}`, { param: path });
};

export function oneOf<const T extends string>(...allowed: T[]): Reader<T> {
  return (value, path) => {
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) {
      throw invalidRequest(`Invalid ${path}: must be one of ${allowed.join(", ")}`, { param: path });
    }
    return found;
  };
}

/** The SDK sends null as the empty string. */
export function clearable<T>(reader: Reader<T>): Reader<T | null> {
  return (value, path) => (value === "" ? null : reader(value, path));
}

export function list<T>(reader: Reader<T>): Reader<T[]> {
  return (value, path) => {
    if (value === "") return [];
    if (typeof value === "string") throw invalidRequest("Invalid array", { param: path });
    return Object.entries(value).map(([key, item]) => reader(item, `${path}[${key}]`));
  };
}

/** An empty string removes its key; an empty value removes all keys (`mergeMetadata`). */
export const metadata: Reader<Record<string, string> | null> = (value, path) => {
  if (value === "") return null;
  if (typeof value === "string") throw invalidRequest("Invalid hash", { param: path });
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, text(item, `${path}[${key}]`)]));
};

/** Seconds since 1970, or bounds: `created[gte]=…`. */
export const range: Reader<{ gt?: number; gte?: number; lt?: number; lte?: number }> = (value, path) => {
  if (typeof value !== "string") {
    return object({ gt: integer, gte: integer, lt: integer, lte: integer })(value, path);
  }
  const second = integer(value, path);
  return { gte: second, lte: second };
};

/** An object with exactly these fields; another one is refused as `parameter_unknown`. */
export function object<F extends Fields>(fields: F): Reader<Read<F>> {
  return (value, path) => {
    if (typeof value === "string") throw invalidRequest("Invalid object", { param: path });
    return readParams(value, fields, path);
  };
}

export function readParams<F extends Fields>(form: FormObject, fields: F, path = ""): Read<F> {
  const read: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(form)) {
    const name = path === "" ? key : `${path}[${key}]`;
    const reader = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (reader === undefined) {
      throw invalidRequest(`Received unknown parameter: ${name}`, { param: name, code: "parameter_unknown" });
    }
    read[key] = reader(value, name);
  }
  return read as Read<F>;
}

function shown(value: FormValue): string {
  return typeof value === "string" ? value.slice(0, 100) : "an object";
}
