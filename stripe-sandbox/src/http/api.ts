import { createHash } from "node:crypto";
import { routes } from "../api/routes.ts";
import { invalidRequest, StripeApiError } from "../errors.ts";
import { KEY_LIFE } from "../state/delete-expired.ts";
import { newId } from "../state/ids.ts";
import { ACCOUNT_KEY, rolledSecrets } from "../state/rolled-secrets.ts";
import { API_VERSION, type World } from "../state/world.ts";
import { expand } from "./expand.ts";
import type { InjectedFailure, Refusal } from "./failures.ts";
import { type FormObject, parseForm } from "./form.ts";
import { matchRoute } from "./route.ts";

export interface ApiRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: Record<string, string | undefined>;
  body: string;
  /** A failure that a test injected. */
  failure?: InjectedFailure | null;
}

export interface ApiAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

interface Answer {
  status: number;
  body: string;
}

export const OUTAGE: Answer = {
  status: 500,
  body: JSON.stringify({ error: { type: "api_error", message: "Sorry! There was an error while talking to Stripe." } }),
};

const REFUSALS: Record<Refusal, ConstructorParameters<typeof StripeApiError>[1]> = {
  400: { type: "invalid_request_error", message: "This request is invalid." },
  401: { type: "invalid_request_error", message: "Invalid API Key provided: sk_test_***", code: "api_key_invalid" },
  403: {
    type: "invalid_request_error",
    message: "The provided key does not have the required permissions for this endpoint.",
  },
  409: {
    type: "invalid_request_error",
    message: "This object cannot be accessed right now because another API request is currently accessing it.",
    code: "lock_timeout",
  },
  429: { type: "invalid_request_error", message: "Too many requests hit the API too quickly.", code: "rate_limit" },
};

const KEY_MAX = 255;
const METHODS = new Set(["GET", "POST", "DELETE"]);

/** Answers one API call. The work is synchronous, so parallel calls are serialised. */
export function answerApi(world: World, secretKey: string, request: ApiRequest): ApiAnswer {
  const id = newId("req_", 14);
  const headers: Record<string, string> = {
    "content-type": "application/json",
    date: new Date(world.present()).toUTCString(),
    "request-id": id,
    "stripe-version": API_VERSION,
    "cache-control": "no-store",
  };
  try {
    const { failure: injected } = request;
    if (injected?.mode === "refused") {
      const status = injected.status ?? 429;
      throw new StripeApiError(status, REFUSALS[status]);
    }
    checkCaller(world, request, secretKey);
    const key = request.method === "POST" ? (request.headers["idempotency-key"] ?? null) : null;
    if (key === null) return withRetryAdvice({ ...run(world, request, id, null), headers });
    headers["idempotency-key"] = key;
    const [answer, isReplay] = runOnce(world, request, id, key);
    return withRetryAdvice({ ...answer, headers: isReplay ? { ...headers, "idempotent-replayed": "true" } : headers });
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error;
    return { ...failure(error), headers };
  }
}

/** A retry of a 500 would only replay it. */
function withRetryAdvice(answer: ApiAnswer): ApiAnswer {
  return answer.status < 500 ? answer : { ...answer, headers: { ...answer.headers, "stripe-should-retry": "false" } };
}

function failure(error: StripeApiError): Answer {
  return { status: error.status, body: JSON.stringify({ error: error.body }, null, 2) };
}

function checkCaller(world: World, { headers }: ApiRequest, secretKey: string): void {
  const given = /^Bearer (.+)$/.exec(headers["authorization"] ?? "")?.[1];
  if (given === undefined) {
    throw new StripeApiError(401, { type: "invalid_request_error", message: "You did not provide an API key." });
  }
  const rolled = rolledSecrets(world.store, ACCOUNT_KEY).find(({ id }) => id === given);
  if (rolled !== undefined && rolled.expiresAt <= world.present()) {
    throw new StripeApiError(401, {
      type: "invalid_request_error",
      message: `Expired API Key provided: ${given.slice(0, 8)}***`,
      code: "api_key_expired",
    });
  }
  if (given !== secretKey && rolled === undefined) {
    throw new StripeApiError(401, {
      type: "invalid_request_error",
      message: `Invalid API Key provided: ${given.slice(0, 8)}***`,
      code: "api_key_invalid",
    });
  }
  const version = headers["stripe-version"];
  if (version !== undefined && version !== API_VERSION) {
    throw invalidRequest(`Invalid Stripe API version: ${version}. This sandbox speaks ${API_VERSION}.`);
  }
}

/** Replays the stored answer for a known idempotency key. The same key with other parameters is an error. */
function runOnce(world: World, request: ApiRequest, id: string, key: string) {
  if (key.length > KEY_MAX) throw invalidRequest(`Idempotency keys are at most ${KEY_MAX} characters long.`);
  const fingerprint = createHash("sha256").update(`${request.url}\n${request.body}`).digest("base64");
  const known = world.store.get("idempotent_answer", key);
  if (known !== undefined && known.created + KEY_LIFE > world.seconds()) {
    if (known.request === fingerprint) return [{ status: known.status, body: known.body }, true] as const;
    throw new StripeApiError(400, {
      type: "idempotency_error",
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  const remember = (answer: Answer): void =>
    void world.store.put("idempotent_answer", { id: key, request: fingerprint, created: world.seconds(), ...answer });
  try {
    return [run(world, request, id, key, remember), false] as const;
  } catch (error) {
    if (error instanceof StripeApiError && error.status === 402) {
      world.transact(null, () => remember(failure(error)));
    }
    throw error;
  }
}

/** @param remember is called inside the unit of work, so work and answer are committed together. */
function run(
  world: World,
  request: ApiRequest,
  id: string,
  key: string | null,
  remember: (answer: Answer) => void = () => undefined,
): Answer {
  const fails = request.failure?.mode;
  if (fails === "error") {
    world.transact(null, () => remember(OUTAGE));
    return OUTAGE;
  }
  const { pathname, search } = new URL(request.url, "http://sandbox");
  const form = parseForm(request.method === "POST" ? request.body : search.slice(1) || request.body);
  const segments = pathname.split("/").map((segment) => decodeURIComponent(segment));
  for (const route of METHODS.has(request.method) ? routes : []) {
    const ids = route.method === request.method ? matchRoute(route, segments) : null;
    if (ids === null) continue;
    return world.transact({ id, idempotencyKey: key }, () => {
      const found = route.run(world, ids, form);
      const body = JSON.stringify(expand(world, found, expansions(form)), null, 2);
      const answer = fails === "error_after_work" ? OUTAGE : { status: 200, body };
      remember(answer);
      return answer;
    });
  }
  throw new StripeApiError(404, {
    type: "invalid_request_error",
    message: `Unrecognized request URL (${request.method}: ${pathname}).`,
  });
}

function expansions(form: FormObject): string[] {
  const { expand: paths } = form;
  return typeof paths === "object" ? Object.values(paths).filter((path) => typeof path === "string") : [];
}
