import { AsyncLocalStorage } from "node:async_hooks";
import Stripe from "stripe";

/** Milliseconds for all provider calls of one request. The browser gives up after 10 s (`web/src/api/send.ts`). */
const LIMIT = 8_500;

const deadline = new AsyncLocalStorage<number>();

/** Provider calls inside `work` share one time limit, retries included; outside, each has its own. */
export function withinTimeLimit<T>(work: () => Promise<T>): Promise<T> {
  return deadline.run(performance.now() + LIMIT, work);
}

/** The SDK limits each attempt alone, so its retries would add up. */
export function timeLimitedClient(): ReturnType<typeof Stripe.createNodeHttpClient> {
  const client = Stripe.createNodeHttpClient();
  return {
    getClientName: () => client.getClientName(),
    makeRequest: async (host, port, path, method, headers, data, protocol, timeout) => {
      const end = deadline.getStore();
      if (end === undefined) return client.makeRequest(host, port, path, method, headers, data, protocol, timeout);
      const left = Math.floor(end - performance.now());
      if (left <= 0) throw Stripe.HttpClient.makeTimeoutError();
      const limited = Math.min(timeout, left);
      const response = await client.makeRequest(host, port, path, method, headers, data, protocol, limited);
      // The SDK would wait up to a minute before its retry.
      delete response.getHeaders()["retry-after"];
      return response;
    },
  };
}
