import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Ajv, type ValidateFunction } from "ajv";
import { type FormValue, parseForm } from "../http/form.ts";
import type { ApiRequest } from "../http/api.ts";
import type { Kind } from "../state/kinds.ts";
import type { Store } from "../state/store.ts";

interface SdkSchema {
  /** The SDK's version. */
  sdk: string;
  Objects: Partial<Record<Kind, object>>;
  /** By `POST /v1/customers/:id`. */
  Calls: Record<string, object>;
  definitions: object;
}

let loaded: SdkSchema | null = null;

/** The SDK's types as a JSON Schema; `npm run schema -w stripe-sandbox` makes it. */
export function sdkSchema(): SdkSchema {
  loaded ??= JSON.parse(
    gunzipSync(readFileSync(new URL("../../schema/stripe-schema.json.gz", import.meta.url))).toString(),
  ) as SdkSchema;
  return loaded;
}

/** A form's values are strings, so a call's are converted before they are compared. */
const createAjv = (coerceTypes: boolean) =>
  new Ajv({ strict: false, validateSchema: false, allErrors: true, inlineRefs: false, coerceTypes }).addSchema(
    sdkSchema(),
    "sdk",
  );

const validators: Partial<Record<"Objects" | "Calls", Ajv>> = {};

/** @returns null when types.ts does not name it */
function validatorOf(part: "Objects" | "Calls", name: string): ValidateFunction | null {
  if (!Object.hasOwn(sdkSchema()[part], name)) return null;
  const ajv = (validators[part] ??= createAjv(part === "Calls"));
  const pointer = encodeURI(name.replaceAll("~", "~0").replaceAll("/", "~1"));
  return ajv.getSchema(`sdk#/${part}/${pointer}`) ?? null;
}

function problemsOf(name: string, validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const extra = (params as { additionalProperty?: string }).additionalProperty;
    return `${name}${instancePath} ${message ?? ""}${extra === undefined ? "" : `: ${extra}`}`;
  });
}

/** Compares all stored objects with the SDK's types. @returns their number, and one line per difference */
export function checkObjects(store: Store): { count: number; problems: string[] } {
  let count = 0;
  const problems: string[] = [];
  for (const kind of Object.keys(sdkSchema().Objects) as Kind[]) {
    for (const row of store.all(kind)) {
      count++;
      const validate = validatorOf("Objects", kind);
      // JSON has no undefined fields.
      if (validate) problems.push(...problemsOf(kind, validate, JSON.parse(JSON.stringify(row))));
    }
  }
  return { count, problems };
}

/** Compares a call's parameters with the SDK's types. @returns one line per difference */
export function checkCall({ method, url, body }: Pick<ApiRequest, "method" | "url" | "body">): string[] {
  const { pathname, search } = new URL(url, "http://sandbox");
  const name = nameOfCall(method, pathname);
  const validate = name === null ? null : validatorOf("Calls", name);
  if (name === null || validate === null) return [`${method} ${pathname} is missing in schema/types.ts`];
  const form = parseForm(method === "GET" ? search.slice(1) : body);
  return problemsOf(name, validate, plain(form));
}

function nameOfCall(method: string, pathname: string): string | null {
  const segments = pathname.split("/");
  const names = Object.keys(sdkSchema().Calls).filter((name) => {
    const [verb, path = ""] = name.split(" ");
    const expected = path.split("/");
    if (verb !== method || expected.length !== segments.length) return false;
    return expected.every((segment, index) => segment.startsWith(":") || segment === segments[index]);
  });
  // A fixed segment comes before an id in its place.
  return names.toSorted((a, b) => a.split(":").length - b.split(":").length)[0] ?? null;
}

/** Arrays arrive as objects with the keys 0, 1, … */
function plain(value: FormValue): unknown {
  if (typeof value === "string") return value;
  const entries = Object.entries(value);
  const isArray = entries.length > 0 && entries.every(([key], index) => key === String(index));
  const items = entries.map(([key, item]) => [key, plain(item)] as const);
  return isArray ? items.map(([, item]) => item) : Object.fromEntries(items);
}
