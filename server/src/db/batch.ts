import DataLoader from "dataloader";

/** Askers that share a statement. Of a larger crowd some are answered while PostgreSQL works for the others. */
const MOST = 16;

/** While so many statements of a kind run, who comes waits for one of them to end, or until they are enough for another. */
const AT_ONCE = 2;

/**
 * Who asks in the same turn of the event loop, or while statements of theirs run already, shares one statement: a crowd
 * costs the database and this process little more than one asker. Nothing is kept beyond the answer, so each of them
 * sees the database as of after they asked.
 * @param read answers the keys in their order; when it rejects, all of them do. It must not throw at once
 */
export function batched<Key, Value>(
  read: (keys: readonly Key[]) => Promise<Value[]>,
): (key: Key) => Promise<Value> {
  let running = 0;
  let held: (() => void) | null = null;
  const begin = (run: () => void) => {
    running += 1;
    // After the requests of all connections that are ready were taken up.
    setImmediate(run);
  };
  const beginHeld = () => {
    if (held) begin(held);
    held = null;
  };
  const end = () => {
    running -= 1;
    beginHeld();
  };
  const loader = new DataLoader<Key, Value>((keys) => read(keys).finally(end), {
    cache: false,
    maxBatchSize: MOST,
    batchScheduleFn: (run) => {
      // There is a next one because this is full. To hold it too would be a limit: turns are long under load.
      beginHeld();
      if (running < AT_ONCE) begin(run);
      else held = run;
    },
  });
  return (key) => loader.load(key);
}
