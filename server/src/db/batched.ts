import DataLoader from "dataloader";

/** Askers that share a statement. Of a larger crowd some are answered while PostgreSQL works for the others. */
const MOST = 16;

/**
 * Who asks in the same turn of the event loop shares one statement: a crowd costs the database and this process little
 * more than one asker. Nothing is kept beyond the answer, so each of them sees the database as of after they asked.
 * @param read answers the keys in their order; when it rejects, all of them do
 */
export function batched<Key, Value>(
  read: (keys: readonly Key[]) => Promise<Value[]>,
): (key: Key) => Promise<Value> {
  const loader = new DataLoader<Key, Value>(read, {
    cache: false,
    maxBatchSize: MOST,
    // After the requests of all connections that are ready were taken up.
    batchScheduleFn: (run) => void setImmediate(run),
  });
  return (key) => loader.load(key);
}
