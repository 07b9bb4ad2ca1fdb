import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { readMails } from "../mailbox/mails.ts";
import { MAILBOX_CSS } from "../mailbox/style.ts";
import { PAGES_CSS } from "stripe-sandbox/internal/pages/style.ts";
import type { StripeSandbox } from "stripe-sandbox";
import { newId } from "stripe-sandbox/internal/state/ids.ts";
import { chooseCardUpdates } from "./card-updates.ts";
import { CONTROL_CSS, controlPage } from "./page.ts";
import { closeDispute } from "./disputes.ts";
import { type Jump, type Steps, TimeMachine } from "./time-machine.ts";

const MAILS_SHOWN = 50;
/** Milliseconds until the request is answered although the clock still moves. */
const MAX_WAIT = 5_000;
const JUMPS: readonly Jump[] = ["day", "month", "year"];

export interface ControlOptions extends Steps {
  sandbox: StripeSandbox;
  /** The folder of the mails; null: mails are sent, so there is nothing to show. */
  folder: string | null;
  /** Address of the application's site, if it has another origin. */
  site?: string;
}

/**
 * The demo's control page: mails, clock, customers, delayed payments, disputes, the place of cards and events. It replaces the mailbox and is open to
 * everybody, so it is for the demo only.
 */
export async function controlPlugin(app: FastifyInstance, options: ControlOptions): Promise<void> {
  const { sandbox, folder, site = "/" } = options;
  const machine = new TimeMachine(sandbox, options);
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) => {
    done(null, new URLSearchParams(String(body)));
  });
  app.addHook("preHandler", async (request, reply) => {
    const from = request.headers["sec-fetch-site"];
    if (request.method === "POST" && from !== undefined && from !== "same-origin") return reply.code(403).send();
    return undefined;
  });

  app.get("/sandbox/", async (_request, reply) => {
    sandbox.clock.settle();
    const mails = folder === null ? null : await readMails(folder, MAILS_SHOWN);
    const page = controlPage({ world: sandbox.world, mails, target: machine.target, site });
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
    moved.catch((err: unknown) => request.log.error({ err }, "moving the sandbox's clock failed"));
    await Promise.race([moved, wait(MAX_WAIT, undefined, { ref: false })]);
    return reply.redirect("/sandbox/", 303);
  });

  app.post<{ Body: URLSearchParams }>("/sandbox/card-updates", async (request, reply) => {
    if (!chooseCardUpdates(sandbox.world, request.body.get("choice"))) return reply.code(400).send();
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

  app.post<{ Body: URLSearchParams }>("/sandbox/disputes", async (request, reply) => {
    closeDispute(sandbox, request.body.get("dispute") ?? "", request.body.get("outcome") === "won");
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
