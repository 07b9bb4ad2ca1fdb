// A program in the place of a member's browser, which reads the member's profile without a pause.
//   visitor.ts ORIGIN EMAIL PASSWORD
import { setTimeout as pause } from "node:timers/promises";
import { answerLines } from "./neighbour.ts";

/** The answers since the last report. */
export interface Report {
  requests: number;
  /** Answers that no browser expects. */
  failed: string[];
  /** Seconds in which the site asked to come back in a moment. */
  busySeconds: number;
  isSignedIn: boolean;
}

/** Milliseconds between two requests. */
const REST = 100;

const [origin = "", email = "", password = ""] = process.argv.slice(2);
let token: { access: string; refresh: string } | null = null;
let busySince: number | null = null;
let report: Report = { requests: 0, failed: [], busySeconds: 0, isSignedIn: false };
let isOver = false;

async function call(method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
  const answer = await fetch(origin + path, {
    method,
    headers: {
      ...(body && { "content-type": "application/json" }),
      ...(token && { authorization: `Bearer ${token.access}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isBusy = answer.status === 503 && answer.headers.has("retry-after");
  if (isBusy) busySince ??= performance.now();
  else if (busySince !== null) {
    report.busySeconds += (performance.now() - busySince) / 1000;
    busySince = null;
  }
  report.requests += 1;
  const isExpected = isBusy || answer.status === 200 || answer.status === 401;
  if (!isExpected) report.failed.push(`${method} ${path}: ${answer.status} ${text.slice(0, 100)}`);
  return { status: answer.status, text };
}

async function logIn(): Promise<void> {
  const { status, text } = await call("POST", "/api/auth/login/", { email, password });
  if (status === 200) token = (JSON.parse(text) as { token: { access: string; refresh: string } }).token;
}

/** Opens the provider's page for the monthly plan, which calls the provider. @returns the status */
async function order(): Promise<number> {
  const [success_url, cancel_url] = [`${origin}/done`, `${origin}/plans`];
  const plan = { plan_type: "monthly", success_url, cancel_url };
  return (await call("POST", "/api/subscription/create/", plan)).status;
}

/** As a browser does: a new access token, or the end of the session. */
async function refresh(held: { refresh: string }): Promise<void> {
  const { status, text } = await call("POST", "/api/auth/token/refresh/", { refresh: held.refresh });
  if (status === 200) token = { ...held, access: (JSON.parse(text) as { access: string }).access };
  else if (status === 401) token = null;
}

async function browse(): Promise<void> {
  while (!isOver) {
    try {
      if (token !== null && (await call("GET", "/api/profile/")).status === 401) await refresh(token);
    } catch (error) {
      const { message, cause } = error as Error & { cause?: { code?: string } };
      report.failed.push(`${message} ${cause?.code ?? ""}`.trim());
    }
    await pause(REST);
  }
}

const browsing = browse();
await answerLines(async ([what]) => {
  if (what === "log-in") await logIn();
  if (what === "order") return { status: await order() };
  const { requests, failed, busySeconds } = report;
  report = { requests: 0, failed: [], busySeconds: 0, isSignedIn: false };
  return { requests, failed, busySeconds, isSignedIn: token !== null } satisfies Report;
});
isOver = true;
await browsing;
