import fastJson from "fast-json-stringify";
import * as z from "zod/mini";

/** @returns a function that writes the JSON of the fields that the schema names, and of no others */
export function jsonWriter(schema: z.ZodMiniType): (value: unknown) => string {
  return fastJson(z.toJSONSchema(schema, { target: "draft-7", io: "output" }) as fastJson.Schema);
}

type Scalars = Record<string, number | boolean | null>;

/**
 * An object that a schema serialized before the answer was put together; an answer's list may hold it in place of a `T`.
 * The fields are private: nobody can spread or edit them and send bytes that say something else.
 */
export class SerializedObject<in out T extends object> {
  /** JSON without braces, as `toBytes` writes it. */
  readonly #fields: readonly string[];

  private constructor(fields: readonly string[]) {
    this.#fields = fields;
  }

  static serializer<S extends z.ZodMiniObject>(
    schema: S,
  ): (value: z.output<S>) => SerializedObject<z.output<S>> {
    const write = jsonWriter(schema);
    return (value) => new SerializedObject([toBytes(write(value).slice(1, -1))]);
  }

  /** For numbers, booleans and nulls alone: their text is their JSON, which avoids the schema's slower writer. */
  static scalarSerializer<S extends z.ZodMiniObject>(
    schema: S & (z.output<S> extends Scalars ? unknown : never),
  ): (value: z.output<S>) => SerializedObject<z.output<S>> {
    const names = Object.keys(schema.shape);
    return (value) => {
      const scalars = value as Scalars;
      return new SerializedObject([names.map((name) => `"${name}":${scalars[name]}`).join()]);
    };
  }

  /** The same object with more fields. */
  with<U extends object>(
    more: SerializedObject<U> & (keyof T & keyof U extends never ? unknown : never),
  ): SerializedObject<T & U> {
    return new SerializedObject([...this.#fields, ...more.#fields]);
  }

  /** Appends the object's bytes to those of an answer. */
  writeTo(bytes: string[]): void {
    let separator = "{";
    for (const field of this.#fields) {
      bytes.push(separator, field);
      separator = ",";
    }
    bytes.push("}");
  }
}

/**
 * A text with one character for each byte of UTF-8. Encoding Japanese is most of an answer's cost, and such texts are
 * copied into an answer without it. Unlike a small buffer, a text does not hold on to the 8 kB pool that it was cut from.
 */
export function toBytes(text: string): string {
  return IS_ASCII.test(text) ? text : Buffer.from(text).toString("latin1");
}

const IS_ASCII = /^[\0-\x7f]*$/;
