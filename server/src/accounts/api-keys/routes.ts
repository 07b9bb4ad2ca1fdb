import { contract } from "@manabiya/contract";
import { KEYS_MAX } from "@manabiya/contract/webhooks/api-keys.ts";
import { recordChange } from "../../audit/record.ts";
import { hashToken, newToken } from "../../crypto/token.ts";
import { AppError, notFound } from "../../errors/app-error.ts";
import type { RouteContext } from "../../http/route-context.ts";
import { insertKey, KEY_PREFIX, listKeys, removeKey } from "./queries.ts";

/** Keys with which other tools read figures and the list of members. */
export function apiKeyRoutes({ app, db, now }: RouteContext): void {
  const { list, create, revoke } = contract.adminApiKeys;
  const read = async () => ({ keys: await listKeys(db, []) });

  app.answer(list, read);

  app.answer(create, async ({ body: { name, scopes: given }, currentUser }) => {
    const key = `${KEY_PREFIX}${newToken()}`;
    const scopes = [...new Set(given)];
    await db.transaction(async (tx) => {
      const values = [currentUser.id, name, hashToken(key), scopes, new Date(now()).toISOString(), KEYS_MAX];
      const [added] = await insertKey(tx, values);
      if (!added) throw new AppError(400, "too_many", `APIキーは${KEYS_MAX}件まで作成できます。`);
      const change = { by: currentUser.id, action: "api_key.create", id: added.id, after: { name, scopes } } as const;
      await recordChange(tx, change, now());
    });
    return { ...(await read()), key };
  });

  app.answer(revoke, async ({ params: { id }, currentUser }) => {
    await db.transaction(async (tx) => {
      const [before] = await removeKey(tx, [id]);
      if (!before) throw notFound("APIキー");
      await recordChange(tx, { by: currentUser.id, action: "api_key.delete", id, before }, now());
    });
    return read();
  });
}
