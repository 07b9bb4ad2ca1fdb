/** As much of JSON Schema as the contract's schemas become. */
export interface JsonSchema {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  minLength?: number;
  maxLength?: number;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  propertyNames?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  examples?: unknown[];
  description?: string;
}

/** Values that a schema cannot express, by the name of their field. */
const BY_NAME: Record<string, unknown> = {
  email: "hanako@example.com",
  username: "山田花子",
  password: "tomato-soup-41",
  password2: "tomato-soup-41",
  old_password: "tomato-soup-41",
  new_password: "leek-and-potato-7",
  new_password2: "leek-and-potato-7",
  code: "123456",
  name: "広告運用",
  title: "広告運用の基本",
  body: "新しい動画を公開しました。",
  description: "広告運用の基本を学びます。",
  duration: 900,
  start_time: "01:30",
  end_time: "03:00",
  parent: 1,
  film_storage_price: "3.5",
  film_delivery_price: "15",
  next: "/api/favorites/?page=3",
  previous: "/api/favorites/?page=1",
  dry_run: "true",
  confirmed: "true",
  take_file: "true",
  trash: "true",
  before: "2026-11-21T03:00:00.000Z~session:7",
};

/** The same value for the same schema, so that the document differs only when the contract does. */
export function exampleOf(schema: JsonSchema, name = ""): unknown {
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const options = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== "null");
  if (options !== undefined) {
    const known = options.find(({ type }) => typeof type === "string" && isOfType(BY_NAME[name], type));
    return exampleOf(known ?? options[0] ?? {}, name);
  }
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map((each) => exampleOf(each)));
  const types = [schema.type ?? []].flat().filter((each) => each !== "null");
  const [type] = types;
  if (type === "object") return exampleObject(schema);
  if (type === "array") {
    if (schema.prefixItems !== undefined) return schema.prefixItems.map((item) => exampleOf(item));
    return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => exampleOf(schema.items ?? {}, name));
  }
  const known = BY_NAME[name];
  if (known !== undefined && (type === undefined || types.some((each) => isOfType(known, each)))) return known;
  if (schema.default !== undefined) return schema.default;
  if (type === "integer" || type === "number") return Math.max(1, schema.minimum ?? 1);
  if (type === "boolean") return true;
  return type === "string" ? exampleText(schema, name) : null;
}

const isOfType = (value: unknown, type: string) =>
  type === "integer" || type === "number" ? typeof value === "number" : typeof value === type;

function exampleObject({ properties = {}, propertyNames, additionalProperties }: JsonSchema): object {
  const entries = Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema, name)]);
  if (typeof additionalProperties === "object" && entries.length === 0) {
    entries.push([exampleOf(propertyNames ?? { type: "string" }), exampleOf(additionalProperties)]);
  }
  return Object.fromEntries(entries);
}

const BY_FORMAT: Record<string, string> = {
  "date-time": "2026-11-21T08:00:00.000Z",
  date: "2026-11-21",
  uuid: "6f0c1c52-3d0f-4a53-9d2e-1a2b3c4d5e6f",
  email: "hanako@example.com",
  uri: "https://example.com/",
};

function exampleText({ format = "", minLength = 0, maxLength }: JsonSchema, name: string): string {
  const byFormat = BY_FORMAT[format];
  if (byFormat !== undefined) return byFormat;
  if (name.endsWith("url")) return "https://example.com/";
  if (/^(id|.*_id)$/.test(name)) return "48";
  return "example".padEnd(minLength, "-").slice(0, maxLength);
}
