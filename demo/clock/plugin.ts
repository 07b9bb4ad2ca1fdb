import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { readMails } from "../mailbox/mails.ts";
import { MAILBOX_CSS } from "../mailbox/style.ts";
import { PAGES_CSS } from "stripe-sandbox/internal/pages/style.ts";
import type { StripeSandbox } from "stripe-sandbox";
import { newId } from "stripe-sandbox/internal/state/ids.ts";
import { controlPage } from "./page.ts";
import { CONTROL_CSS } from "./style.ts";
import { type Jump, TimeMachine } from "./time-machine.ts";

const MAILS_SHOWN = 50;
/** Milliseconds that a visitor waits for the clock before the page comes without its end. */
const PATIENCE = 5_000;
const JUMPS: readonly Jump[] = ["day", "month", "year"];

export interface ControlOptions {
  sandbox: StripeSandbox;
  /** Where mails become files; null: they are sent, and not shown. */
  folder: string | null;
  /** The product's own daily work, done after every day that the clock is moved. */
  onStep?: () => Promise<void>;
}

/**
 * The demo's control page: mails, the clock, customers, delayed payments and events, for everybody who opens it. For
 * the demo and nothing else. It takes the place of the mailbox.
 */
export async function controlPlugin(app: FastifyInstance, options: ControlOptions): Promise<void> {
  const { sandbox, folder } = options;
  const machine = new TimeMachine(sandbox, options.onStep ?? (async () => undefined));
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => {
      done(null, new URLSearchParams(String(body)));
    },
  );
  app.addHook("preHandler", async (request, reply) => {
    const site = request.headers["sec-fetch-site"];
    if (request.method === "POST" && site !== undefined && site !== "same-origin")
      return reply.code(403).send();
    return undefined;
  });

  app.get("/sandbox/", async (_request, reply) => {
    sandbox.clock.settle();
    const mails = folder === null ? null : await readMails(folder, MAILS_SHOWN);
    const page = controlPage({ world: sandbox.world, mails, target: machine.target });
    return reply.header("cache-control", "no-store").type("text/html; charset=utf-8").send(page);
  });

  app.get("/sandbox/control.css", (_request, reply) =>
    reply
      .header("cache-control", "no-cache")
      .type("text/css; charset=utf-8")
      .send(PAGES_CSS + MAILBOX_CSS + CONTROL_CSS),
  );

  app.post<{ Body: URLSearchParams }>("/sandbox/clock", async (request, reply) => {
    const jump = JUMPS.find((known) => known === request.body.get("jump"));
    if (jump === undefined) return reply.code(400).send();
    const moved = machine.jump(jump);
    moved.catch((err: unknown) => request.log.error({ err }, "the sandbox's clock stopped on its way"));
    await Promise.race([moved, wait(PATIENCE, undefined, { ref: false })]);
    return reply.redirect("/sandbox/", 303);
  });

  app.post<{ Body: URLSearchParams }>("/sandbox/payments", async (request, reply) => {
    const session = request.body.get("session") ?? "";
    const found = sandbox.world.store.get("checkout_session", session);
    if (found?.status === "complete" && found.payment_status === "unpaid") {
      sandbox.simulate.settleAsyncPayment(session, request.body.get("outcome") === "paid");
    }
    return reply.redirect("/sandbox/", 303);
  });

  app.post<{ Body: URLSearchParams }>("/sandbox/portal", async (request, reply) => {
    const customer = sandbox.world.store.get("customer", request.body.get("customer") ?? "");
    if (customer === undefined) return reply.code(404).send();
    const id = newId("session_");
    sandbox.world.transact(null, () =>
      sandbox.world.store.put("page_access", { id, kind: "portal", target: customer.id, returnUrl: null }),
    );
    return reply.redirect(`/sandbox/stripe/portal/${id}`, 303);
  });
}
