import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { StripeSandbox } from "stripe-sandbox";
import type { FastifyBaseLogger } from "fastify";
import { announce } from "./startup-banner.ts";
import type { Env } from "../config/config.ts";
import { closeOnSignal, exitTimeout } from "./shutdown.ts";
import { OperatorError } from "./operator-error.ts";
import { createBilling, openProvider } from "../billing/provider/provider.ts";
import { serveDemoPages } from "./demo-pages.ts";
import { closeAll, type Laid, layFoundation, type Opened } from "./foundation.ts";
import { type FromWorker, isFromWorker, type ToWorker } from "./messages.ts";
import { mailFolder } from "./serve.ts";

/** Milliseconds of life after which a worker's end says nothing about the next one's. */
const STEADY = 10_000;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 10_000;

/** Milliseconds that the workers have to set their clock. */
const CLOCK_TIMEOUT = 1_000;

/**
 * Starts several processes that serve on one port and one database, and replaces those that end. This process does
 * what happens once and keeps what only one may hold: the embedded database and the demo's outside world.
 * @throws OperatorError with one sentence for whoever started it
 */
export async function startWorkers(env: Env, logger: FastifyBaseLogger): Promise<void> {
  const opened: Opened = [];
  const workers = new Workers(logger);
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
  // Workers have their own time to end; whoever is left then is ended with us.
  closeOnSignal(() => isOpen.then(() => closeAll(opened)), exitTimeout(env) + 2_000);
  try {
    const laid = await layFoundation(env, opened, logger);
    const { foundation, sandbox } = laid;
    const demoUrl = env.demo ? await openDemoPages(env, laid, { workers, logger, opened }) : null;
    workers.task = () => ({ manabiya: "serve", foundation, demoUrl, ahead: aheadOf(sandbox) });
    opened.push(() => workers.stop());
    open();
    await workers.start(env.workers);
    if (env.metrics !== null) {
      const { openMetrics } = await import("./metrics.ts");
      const now = sandbox?.clock.now ?? Date.now;
      await openMetrics(env.metrics, { db: laid.db, now, opened, ofProcesses: "workers" });
    }
    announce(foundation.site, { demo: env.demo, hasSandbox: demoUrl !== null });
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

interface Around {
  workers: Workers;
  logger: FastifyBaseLogger;
  opened: Opened;
}

function openDemoPages(env: Env, { foundation, db, sandbox }: Laid, around: Around): Promise<string> {
  const { workers, logger, opened } = around;
  const billing = createBilling({
    db,
    stripe: openProvider(foundation.provider),
    site: foundation.site,
    now: sandbox?.clock.now ?? Date.now,
    // The workers look at the outbox every few seconds.
    wakeMailSender: () => {},
    log: logger,
  });
  const onStep = () => workers.setClock(aheadOf(sandbox));
  return serveDemoPages({ sandbox, folder: mailFolder(env), billing, logger, onStep }, opened);
}

const aheadOf = (sandbox: StripeSandbox | null) => sandbox?.clock.ahead() ?? 0;

/** The processes that serve. */
class Workers {
  /** What each is told when it asks. */
  task: () => ToWorker = () => {
    throw new Error("no task");
  };
  readonly #logger: FastifyBaseLogger;
  readonly #living = new Set<Worker>();
  readonly #stopping = new AbortController();
  #failures = 0;

  constructor(logger: FastifyBaseLogger) {
    this.#logger = logger;
    // Handed on by us, as is Node's default, connections on their way to a worker that is killed would hang for ever.
    // Now the workers take them from the one queue that we keep open, and what nobody has taken waits for the next.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
  }

  /** Resolves when all serve. Each one that has served is replaced when it ends, also while others still start. */
  async start(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#forkFirst()));
  }

  /** Lets all finish their requests and resolves when they are gone. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#living].map((worker) => end(worker)));
  }

  /** Resolves when every worker has the clock, or a moment later when one is gone. */
  async setClock(ahead: number): Promise<void> {
    const set = [...this.#living].map(async (worker) => {
      worker.send({ manabiya: "clock", ahead } satisfies ToWorker);
      await heard(worker, (message) => message.manabiya === "clock-set" && message.ahead === ahead);
    });
    await Promise.race([Promise.allSettled(set), pause(CLOCK_TIMEOUT, undefined, { ref: false })]);
  }

  /** Somebody may kill a process while it starts; what ends by itself would end again. */
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

  /** Resolves when the new process serves. */
  async #fork(): Promise<void> {
    const since = Date.now();
    const worker = cluster.fork();
    this.#living.add(worker);
    worker.once("exit", () => this.#living.delete(worker));
    // One that has just been killed is told things that reach nobody; its end is heard of besides.
    worker.on("error", () => {});
    await heard(worker, ({ manabiya }) => manabiya === "waiting");
    worker.send(this.task());
    await heard(worker, ({ manabiya }) => manabiya === "serving");
    this.#logger.info({ worker: worker.id, process: worker.process.pid }, "worker serves");
    this.#replaceAtEnd(worker, since);
  }

  #replaceAtEnd(worker: Worker, since: number): void {
    const onEnd = (code: number | null, signal: string | null) => {
      if (this.#stopping.signal.aborted) return;
      this.#logger.error({ worker: worker.id, process: worker.process.pid, code, signal }, "worker ended");
      if (Date.now() - since >= STEADY) this.#failures = 0;
      void this.#replace();
    };
    if (worker.isDead()) onEnd(worker.process.exitCode, worker.process.signalCode);
    else worker.once("exit", onEnd);
  }

  /** At once after a steady life, later and later when they end as soon as they begin. */
  async #replace(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const wait = this.#failures === 0 ? 0 : Math.min(FIRST_WAIT * 2 ** this.#failures, LONGEST_WAIT);
      this.#failures += 1;
      await pause(wait, undefined, { signal: this.#stopping.signal }).catch(() => {});
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
    super("A process ended before it served; what it said stands above.");
    this.signal = signal;
  }
}

/** Resolves when the worker says it; rejects when it ends before. */
function heard(worker: Worker, isIt: (message: FromWorker) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const listen = (message: unknown) => {
      if (!isFromWorker(message) || !isIt(message)) return;
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
  const gone = once(worker, "exit");
  worker.process.kill("SIGTERM");
  await gone;
}
