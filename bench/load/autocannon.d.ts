/** The part of autocannon that the bench uses; the package brings no types. */
declare module "autocannon" {
  import type { EventEmitter } from "node:events";

  interface CannonRequest {
    method: string;
    path: string;
    headers?: Record<string, string>;
    body?: string;
  }

  interface Client {
    setRequests(requests: CannonRequest[]): void;
  }

  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    /** Milliseconds between looks whether the time is over. */
    sampleInt?: number;
    /** Requests a second of all connections together; none: as fast as they come. */
    overallRate?: number;
    requests: CannonRequest[];
    setupClient?: (client: Client) => void;
  }

  interface Result {
    /** Seconds. */
    duration: number;
    errors: number;
    timeouts: number;
    non2xx: number;
  }

  interface Instance extends EventEmitter, PromiseLike<Result> {}

  export default function autocannon(options: Options): Instance;
}
