import fastJson from "fast-json-stringify";
import * as z from "zod/mini";

/** Writes JSON of what a schema names, and of nothing else. */
export function jsonWriter(schema: z.ZodMiniType): (value: unknown) => string {
  return fastJson(z.toJSONSchema(schema, { target: "draft-7", io: "output" }) as fastJson.Schema);
}
