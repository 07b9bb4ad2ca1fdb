import DataLoader from "dataloader";

/** Askers that share a statement. Of a larger crowd some are answered while PostgreSQL works for the others. */
const MOST = 16;

/** Statements of a kind that run at once; who comes while they do shares the next. A slow one does not hold all up. */
const AT_ONCE = 2;

/**
 * Who asks in the same turn of the event loop, or while statements of theirs run already, shares one statement: a crowd
 * costs the database and this process little more than one asker. Nothing is kept beyond the answer, so each of them
 * sees the database as of after they asked.
 * @param read answers the keys in their order; when it rejects, all of them do. An async function: it must not throw at once
 */
export function batched<Key, Value>(
  read: (keys: readonly Key[]) => Promise<Value[]>,
): (key: Key) => Promise<Value> {
  const held: (() => void)[] = [];
  let running = 0;
  const begin = (run: () => void) => {
    running += 1;
    // After the requests of all connections that are ready were taken up.
    setImmediate(run);
  };
  const end = () => {
    running -= 1;
    const next = held.shift();
    if (next) begin(next);
  };
  const loader = new DataLoader<Key, Value>((keys) => read(keys).finally(end), {
    cache: false,
    maxBatchSize: MOST,
    batchScheduleFn: (run) => {
      if (running < AT_ONCE) begin(run);
      else held.push(run);
    },
  });
  return (key) => loader.load(key);
}
