import * as z from "zod/mini";
import { call, KEY_SCOPES } from "../route.ts";
import { Instant, name, RowId } from "../text.ts";

export const KEYS_MAX = 20;

export const KeyBody = z.object({
  name: name("名前", { max: 60 }),
  scopes: z
    .array(z.enum(KEY_SCOPES, { error: "読み取る内容が正しくありません。" }), {
      error: "読み取る内容を選択してください。",
    })
    .check(
      z.minLength(1, { error: "読み取る内容を選択してください。" }),
      z.maxLength(KEY_SCOPES.length, { error: "読み取る内容が正しくありません。" }),
    ),
});

const ApiKey = z.object({
  id: z.int(),
  name: z.string(),
  scopes: z.array(z.string()),
  /** Whose rights the key has. */
  username: z.string(),
  created_at: Instant,
  last_used_at: z.nullable(Instant),
});
export type ApiKey = z.output<typeof ApiKey>;

export const ApiKeys = z.object({ keys: z.array(ApiKey) });
export type ApiKeys = z.output<typeof ApiKeys>;

/** A key reads with the rights of the superuser who made it, and only the calls that name its scope (route.ts). */
export const adminApiKeys = {
  list: call("List the keys of other tools", { response: { 200: ApiKeys } }),
  /** The key is in this answer alone. */
  create: call("Make a key for another tool", {
    body: KeyBody,
    response: { 200: z.extend(ApiKeys, { key: z.string() }) },
  }),
  revoke: call("Revoke a key", { params: z.object({ id: RowId }), response: { 200: ApiKeys } }),
};
