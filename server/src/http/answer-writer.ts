import * as z from "zod/mini";
import { jsonWriter, SerializedObject, toBytes } from "./json-writer.ts";

/** A handler's answer for the schema's type `T`: its lists may hold objects that are serialized already. */
export type Sendable<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Name in keyof T]: SendableField<T[Name]> }
    : T;

type SendableField<Field> = [Field] extends [(infer Item extends object)[] | undefined]
  ? (Item | SerializedObject<Item>)[] | Extract<Field, undefined>
  : Field;

type Answer = Record<string, unknown>;
/** Writes a whole answer, as text or as bytes; Fastify sends either. */
export type AnswerWriter = (answer: Answer) => string | Buffer;

/** @returns a function that writes what the schema names; lists may hold objects that are serialized already */
export function answerWriter(schema: z.ZodMiniType): AnswerWriter {
  const write = jsonWriter(schema);
  const lists = objectLists(schema);
  if (lists.size === 0) return write;
  const names = [...lists.keys()];
  const isSerialized = (answer: Answer) =>
    names.some((name) => itemsOf(answer, name)?.some((item) => item instanceof SerializedObject));
  let join: AnswerWriter | null = null;
  return (answer) => {
    if (!isSerialized(answer)) return write(answer);
    join ??= joiner(schema as z.ZodMiniObject, lists);
    return join(answer);
  };
}

const itemsOf = (answer: Answer, name: string) => answer[name] as unknown[] | undefined;

/** The schemas of items by the name of their list. An optional list may be absent from an answer. */
function objectLists(schema: z.ZodMiniType): Map<string, z.ZodMiniObject> {
  const lists = new Map<string, z.ZodMiniObject>();
  if (!(schema instanceof z.ZodMiniObject)) return lists;
  for (const [name, given] of Object.entries<unknown>(schema.shape)) {
    const field: unknown = given instanceof z.ZodMiniOptional ? given._zod.def.innerType : given;
    if (!(field instanceof z.ZodMiniArray)) continue;
    const item: unknown = field._zod.def.element;
    if (item instanceof z.ZodMiniObject) lists.set(name, item);
  }
  return lists;
}

/** @returns a function that copies serialized objects between what it writes of the other fields and items */
function joiner({ shape }: z.ZodMiniObject, lists: Map<string, z.ZodMiniObject>): AnswerWriter {
  const fields = Object.entries(shape).filter(([name]) => !lists.has(name));
  const writeFields = jsonWriter(z.object(Object.fromEntries(fields)));
  const writers = [...lists].map(([name, item]) => ({ name, write: lazy(() => jsonWriter(item)) }));
  return (answer) => {
    const start = toBytes(writeFields(answer).slice(0, -1));
    const bytes = [start];
    let separator = start === "{" ? "" : ",";
    for (const { name, write } of writers) {
      const items = itemsOf(answer, name);
      if (items === undefined) continue;
      bytes.push(`${separator}"${name}":[`);
      separator = "";
      for (const item of items) {
        bytes.push(separator);
        if (item instanceof SerializedObject) item.writeTo(bytes);
        else bytes.push(toBytes(write()(item)));
        separator = ",";
      }
      bytes.push("]");
      separator = ",";
    }
    bytes.push("}");
    return joined(bytes);
  };
}

function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** A joined text would be as large as the answer and would be copied once more. */
function joined(chunks: string[]): Buffer {
  const bytes = Buffer.allocUnsafe(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) offset += bytes.write(chunk, offset, "latin1");
  return bytes;
}
