import { int, statement, text } from "../../db/statement.ts";

/** A key begins with it, so that tools which look for leaked secrets recognise it. */
export const KEY_PREFIX = "mk_";

/** Values: user, name, hash, scope, now, how many there may be. */
export const insertKey = statement("api-keys.insert", { id: int })`
  insert into api_keys (user_id, name, hash, scope, created_at)
  select $1, $2, $3, $4, $5::timestamptz where (select count(*) from api_keys) < $6::int returning id`;

/** Values: id. */
export const removeKey = statement("api-keys.remove", { name: text, scope: text })`
  delete from api_keys where id = $1 returning name, scope`;

/** Values: user. */
export const removeKeysOf = statement("api-keys.remove-of", { id: int, name: text, scope: text })`
  delete from api_keys where user_id = $1 returning id, name, scope`;
