import * as z from "zod/mini";
import { bool, type Column, float, instant, int, ints, json, nullable, text } from "./columns.ts";

type Shape = Readonly<Record<string, z.ZodMiniType>>;
type ColumnsOf<S extends Shape, Name extends keyof S> = { [N in Name]: Column<z.output<S[N]>> };

/**
 * The columns of rows that a call answers as they are, by the schema of the contract: all of them, or the named ones. A
 * column that differs, such as `notNull`, stands behind them.
 */
export function columnsOf<S extends Shape, Name extends keyof S & string>(
  { shape }: { shape: S },
  ...names: Name[]
): ColumnsOf<S, Name> {
  const wanted: string[] = names.length > 0 ? names : Object.keys(shape);
  return Object.fromEntries(wanted.map((name) => [name, columnOf(shape[name])])) as ColumnsOf<S, Name>;
}

function columnOf(schema: unknown): Column {
  if (schema instanceof z.ZodMiniNullable) return nullable(columnOf(schema._zod.def.innerType));
  if (schema instanceof z.ZodMiniBoolean) return bool;
  // `z.int()` is a format of numbers.
  if (schema instanceof z.ZodMiniNumberFormat) return int;
  if (schema instanceof z.ZodMiniNumber) return float;
  if (schema instanceof z.ZodMiniISODateTime) return instant;
  if (schema instanceof z.ZodMiniString || schema instanceof z.ZodMiniEnum) return text;
  const isNumbers = schema instanceof z.ZodMiniArray && schema._zod.def.element instanceof z.ZodMiniNumberFormat;
  return isNumbers ? ints : json();
}
