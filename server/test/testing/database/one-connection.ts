import { AsyncLocalStorage } from "node:async_hooks";
import type { Database } from "../../../src/db/open.ts";

/**
 * Refuses to take a second connection within a transaction. Ten requests that each hold one and wait for another would
 * wait for one another.
 */
export function oneConnectionEach(pool: Database): Database {
  const held = new AsyncLocalStorage<{ isOpen: boolean }>();
  const requireNone = (what: string) => {
    if (held.getStore()?.isOpen) throw new Error(`A second connection within a transaction: ${what}`);
  };
  return {
    ...pool,
    query: async (query) => {
      requireNone(query.name ?? query.text);
      return pool.query(query);
    },
    transaction: async (work) => {
      requireNone("another transaction");
      const connection = { isOpen: true };
      return held.run(connection, () => pool.transaction(work).finally(() => (connection.isOpen = false)));
    },
  };
}
