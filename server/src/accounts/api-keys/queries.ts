import { command, instant, int, nullable, statement, text, texts } from "../../db/statement.ts";

/** A key begins with it, so that tools which look for leaked secrets recognise it. */
export const KEY_PREFIX = "mk_";

/** The newest first. Values: none. */
export const listKeys = statement("api-keys.list", {
  id: int,
  name: text,
  scopes: texts,
  username: text,
  created_at: instant,
  last_used_at: nullable(instant),
})`
  select k.id, k.name, k.scopes, u.username, k.created_at, k.last_used_at
    from api_keys k join users u on u.id = k.user_id order by k.id desc`;

/** Values: user, name, hash, scopes, now, how many there may be. */
export const insertKey = statement("api-keys.insert", { id: int })`
  insert into api_keys (user_id, name, hash, scopes, created_at)
  select $1, $2, $3, $4::text[], $5::timestamptz where (select count(*) from api_keys) < $6::int returning id`;

/** Values: id. */
export const removeKey = statement("api-keys.remove", { name: text, scopes: texts })`
  delete from api_keys where id = $1 returning name, scopes`;

/** Values: user. */
export const removeKeysOf = command("api-keys.remove-of")`delete from api_keys where user_id = $1`;
