import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { StripeSandbox } from "stripe-sandbox";
import type { FastifyBaseLogger } from "fastify";
import { printStartupBanner } from "./startup-banner.ts";
import type { Env } from "../config/config.ts";
import { closeOnSignal, exitTimeout } from "./shutdown.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { openLiveSite } from "../site/live-site.ts";
import { createBilling, openProvider } from "../billing/provider/provider.ts";
import { closeAll, type Prepared, prepareFoundation, type Opened } from "./foundation.ts";
import { type FromWorker, isFromWorker, type ToWorker } from "./messages.ts";
import { mailFolder } from "./serve.ts";

/** Milliseconds after which a worker counts as stable: its end starts a new series of restarts. */
const STABLE = 10_000;
/** Milliseconds: the backoff between restarts of workers that end at once. */
const FIRST_BACKOFF = 250;
const LONGEST_BACKOFF = 10_000;

/** Milliseconds. */
const CLOCK_TIMEOUT = 1_000;

/**
 * Starts several processes that serve on one port, and replaces those that end. The primary process prepares the
 * foundation and holds what only one may hold: the embedded database and the demo's sandbox.
 * @throws OperatorError
 */
export async function startWorkers(env: Env, logger: FastifyBaseLogger): Promise<void> {
  const opened: Opened = [];
  const workers = new Workers(logger);
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
  // The workers have their own timeout, which expires before.
  const timeout = exitTimeout(env) + 2_000;
  closeOnSignal(() => isOpen.then(() => closeAll(opened)), { timeout, logger });
  try {
    const prepared = await prepareFoundation(env, opened, logger);
    const { foundation, sandbox } = prepared;
    const demoUrl = env.demo ? await openDemoPages(env, prepared, { workers, logger, opened }) : null;
    workers.task = () => ({ manabiya: "serve", foundation, demoUrl, ahead: aheadOf(sandbox) });
    opened.push(() => workers.stop());
    open();
    await workers.start(env.workers);
    if (env.metrics !== null) {
      const { openMetrics } = await import("./metrics.ts");
      const now = sandbox?.clock.now ?? Date.now;
      await openMetrics(env.metrics, { db: prepared.db, now, opened, processes: "workers", env, logger });
    }
    const { site, port } = foundation;
    printStartupBanner(site, { demo: env.demo, hasSandboxPages: demoUrl !== null, port, logger });
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

interface DemoDeps {
  workers: Workers;
  logger: FastifyBaseLogger;
  opened: Opened;
}

async function openDemoPages(env: Env, { foundation, db, sandbox }: Prepared, deps: DemoDeps): Promise<string> {
  const { workers, logger, opened } = deps;
  const billing = createBilling({
    db,
    stripe: openProvider(foundation.provider),
    site: await openLiveSite(db, foundation.site),
    now: sandbox?.clock.now ?? Date.now,
    log: logger,
  });
  const { serveDemoPages } = await import("./demo-services.ts");
  const onStep = () => workers.setClock(aheadOf(sandbox));
  return serveDemoPages({ sandbox, folder: mailFolder(env), billing, logger, onStep }, opened);
}

const aheadOf = (sandbox: StripeSandbox | null) => sandbox?.clock.ahead() ?? 0;

class Workers {
  /** The message to a worker that is ready. */
  task: () => ToWorker = () => {
    throw new Error("no task");
  };
  readonly #logger: FastifyBaseLogger;
  readonly #running = new Set<Worker>();
  readonly #stopping = new AbortController();
  #failures = 0;

  constructor(logger: FastifyBaseLogger) {
    this.#logger = logger;
    // With Node's default the primary hands connections over, and those in flight to a killed worker hang for ever.
    // SCHED_NONE lets the workers accept from one shared queue, where a connection waits for the next worker.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
  }

  /** Resolves when all serve. A worker that has served is replaced even while others still start. */
  async start(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#forkFirst()));
  }

  /** Resolves when every worker has drained and exited. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#running].map((worker) => end(worker)));
  }

  /** Resolves when every worker has set its clock, at the latest after CLOCK_TIMEOUT. */
  async setClock(ahead: number): Promise<void> {
    const set = [...this.#running].map(async (worker) => {
      worker.send({ manabiya: "clock", ahead } satisfies ToWorker);
      await messageOf(worker, (message) => message.manabiya === "clock-set" && message.ahead === ahead);
    });
    await Promise.race([Promise.allSettled(set), pause(CLOCK_TIMEOUT, undefined, { ref: false })]);
  }

  /** Retries after a kill during the start. A worker that exits by itself would exit again. */
  async #forkFirst(): Promise<void> {
    for (;;) {
      try {
        await this.#fork();
        return;
      } catch (error) {
        const wasKilled = error instanceof WorkerEnded && error.signal !== null;
        if (!wasKilled || this.#stopping.signal.aborted) throw error;
      }
    }
  }

  /** Resolves when the new worker serves. */
  async #fork(): Promise<void> {
    const since = Date.now();
    const worker = cluster.fork();
    this.#running.add(worker);
    worker.once("exit", () => this.#running.delete(worker));
    // Sending to a killed worker emits an error; its exit is handled elsewhere.
    worker.on("error", () => {});
    await messageOf(worker, ({ manabiya }) => manabiya === "waiting");
    worker.send(this.task());
    await messageOf(worker, ({ manabiya }) => manabiya === "serving");
    this.#logger.info({ worker: worker.id, process: worker.process.pid }, "worker serves");
    this.#replaceAtEnd(worker, since);
  }

  #replaceAtEnd(worker: Worker, since: number): void {
    const onEnd = (code: number | null, signal: string | null) => {
      if (this.#stopping.signal.aborted) return;
      this.#logger.error({ worker: worker.id, process: worker.process.pid, code, signal }, "worker ended");
      if (Date.now() - since >= STABLE) this.#failures = 0;
      void this.#replace();
    };
    if (worker.isDead()) onEnd(worker.process.exitCode, worker.process.signalCode);
    else worker.once("exit", onEnd);
  }

  /** At once for a stable worker, else with exponential backoff. */
  async #replace(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const backoff = this.#failures === 0 ? 0 : Math.min(FIRST_BACKOFF * 2 ** this.#failures, LONGEST_BACKOFF);
      this.#failures += 1;
      await pause(backoff, undefined, { signal: this.#stopping.signal }).catch(() => {});
      if (this.#stopping.signal.aborted) return;
      const serves = await this.#fork().then(
        () => true,
        () => false,
      );
      if (serves) return;
    }
  }
}

class WorkerEnded extends OperatorError {
  readonly signal: string | null;
  constructor(signal: string | null) {
    super("A worker process ended before it served; its own message stands above.");
    this.signal = signal;
  }
}

/** Resolves at the worker's first such message; rejects when the worker exits before. */
function messageOf(worker: Worker, matches: (message: FromWorker) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const listen = (message: unknown) => {
      if (!isFromWorker(message) || !matches(message)) return;
      worker.off("message", listen);
      worker.off("exit", fail);
      resolve();
    };
    const fail = (_code: number | null, signal: string | null) => {
      worker.off("message", listen);
      reject(new WorkerEnded(signal));
    };
    worker.on("message", listen);
    worker.once("exit", fail);
  });
}

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, "exit");
  worker.process.kill("SIGTERM");
  await exited;
}
