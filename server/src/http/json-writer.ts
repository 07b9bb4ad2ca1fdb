import fastJson from "fast-json-stringify";
import * as z from "zod/mini";

/** These describe a value beside its shape. */
const LIMITS = ["format", "pattern", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"] as const;

/**
 * Limits belong to requests. For a field of several shapes ajv checks them, and would refuse to write a stored value that it
 * reads otherwise than zod does, such as an address with Japanese.
 * @returns a function that writes the JSON of the fields that the schema names, and of no others
 */
export function jsonWriter(schema: z.ZodMiniType): (value: unknown) => string {
  const override = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    for (const limit of LIMITS) Reflect.deleteProperty(jsonSchema, limit);
  };
  return fastJson(z.toJSONSchema(schema, { target: "draft-7", io: "output", override }) as fastJson.Schema);
}

interface Fields {
  /** JSON without braces, as `toBytes` writes it. */
  json: string;
  /** The fields that precede it in the object. */
  before: Fields | null;
}

/**
 * An object that a schema serialized already; a list of an answer may hold it in place of a `T`. Its fields are private, so a
 * handler cannot spread or edit them and send bytes that differ.
 */
export class SerializedObject<in out T extends object> {
  readonly #fields: Fields;

  private constructor(fields: Fields) {
    this.#fields = fields;
  }

  static serializer<S extends z.ZodMiniObject>(schema: S): (value: z.output<S>) => SerializedObject<z.output<S>> {
    const write = jsonWriter(schema);
    return (value) => new SerializedObject({ json: toBytes(write(value).slice(1, -1)), before: null });
  }

  /** The same object with more fields. */
  with<U extends object>(
    more: SerializedObject<U> & (keyof T & keyof U extends never ? unknown : never),
  ): SerializedObject<T & U> {
    return new SerializedObject(append(this.#fields, more.#fields));
  }

  /** Appends the object's bytes to those of an answer. */
  writeTo(bytes: string[]): void {
    writeFields(this.#fields, bytes);
    bytes.push("}");
  }
}

const append = (before: Fields, more: Fields): Fields => ({
  json: more.json,
  before: more.before === null ? before : append(before, more.before),
});

function writeFields({ json, before }: Fields, bytes: string[]): void {
  if (before !== null) writeFields(before, bytes);
  bytes.push(before === null ? "{" : ",", json);
}

/**
 * A text with one character for each byte of UTF-8. Encoding Japanese is most of an answer's cost, and such texts are
 * copied into an answer without it. Unlike a small buffer, a text does not hold on to the 8 kB pool that it was cut from.
 */
export function toBytes(text: string): string {
  return IS_ASCII.test(text) ? text : Buffer.from(text).toString("latin1");
}

const IS_ASCII = /^[\0-\x7f]*$/;
