import DataLoader from "dataloader";

/** Keys per statement. With larger batches all callers would wait for the slowest one. */
const MAX_BATCH_SIZE = 16;

/** While so many batches run, a new one waits until one of them ends or it is full. */
const MAX_CONCURRENT_BATCHES = 2;

/**
 * Calls made in the same event-loop turn, or while earlier batches run, share one SQL statement. Under load this keeps
 * database cost nearly constant. Nothing is cached: every caller sees the database after its call.
 * @param read returns the values in the keys' order
 */
export function batched<Key, Value>(read: (keys: readonly Key[]) => Promise<Value[]>): (key: Key) => Promise<Value> {
  let running = 0;
  let waiting: (() => void) | null = null;
  const start = (run: () => void) => {
    running += 1;
    // After Node has parsed the requests of all ready connections.
    setImmediate(run);
  };
  const startWaiting = () => {
    if (waiting) start(waiting);
    waiting = null;
  };
  const end = () => {
    running -= 1;
    startWaiting();
  };
  const readBatch = async (keys: readonly Key[]) => {
    try {
      return await read(keys);
    } finally {
      end();
    }
  };
  const loader = new DataLoader<Key, Value>(readBatch, {
    cache: false,
    maxBatchSize: MAX_BATCH_SIZE,
    batchScheduleFn: (run) => {
      // DataLoader schedules another batch because the waiting one is full, so that one must start.
      startWaiting();
      if (running < MAX_CONCURRENT_BATCHES) start(run);
      else waiting = run;
    },
  });
  return (key) => loader.load(key);
}
