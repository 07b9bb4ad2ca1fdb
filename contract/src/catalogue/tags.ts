import * as z from "zod/mini";
import { call } from "../route.ts";

export const Tag = z.object({ id: z.int(), name: z.string() });
export type Tag = z.infer<typeof Tag>;

export const tags = { list: call("List all tags", { response: { 200: z.array(Tag) } }) };
