import { contract } from "@manabiya/contract";
import type { OutputOf, Route } from "@manabiya/contract/route.ts";

interface Input {
  params?: Record<string, string | number>;
  query?: string;
  /** An object becomes JSON. */
  body?: object;
}

export interface Answer {
  status: number;
  /** The stable name of a refusal. */
  type: string;
  body: unknown;
}

/** A visitor or a member, who knows the calls of the API as its reference has them. */
export class Caller {
  readonly url: string;
  readonly #token: string | null;

  constructor(url: string, token: string | null = null) {
    this.url = url;
    this.#token = token;
  }

  /** @throws when it is refused */
  static async logIn(url: string, { email, password }: { email: string; password: string }): Promise<Caller> {
    const { token } = await new Caller(url).call(contract.auth.login, { body: { email, password } });
    return new Caller(url, token.access);
  }

  /** @returns the body of a successful answer @throws when it is refused */
  async call<R extends Route>(route: R, input: Input = {}): Promise<OutputOf<R>> {
    return (await this.send(route, input)).body as OutputOf<R>;
  }

  /** @throws unless `isRefusalFine` */
  async send({ method, url }: Route, input: Input = {}, isRefusalFine = false): Promise<Answer> {
    const { params = {}, query, body } = input;
    const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
    const type = typeOf(body);
    const answer = await fetch(this.url + path + (query === undefined ? "" : `?${query}`), {
      method,
      headers: {
        ...(this.#token !== null && { authorization: `Bearer ${this.#token}` }),
        ...(type !== null && { "content-type": type }),
      },
      body: type === "application/json" ? JSON.stringify(body) : ((body ?? null) as RequestInit["body"] & object),
    });
    const text = await answer.text();
    const read: unknown = /^[[{]/.test(text) ? JSON.parse(text) : text;
    const { type: refusal = "", error = text } = read as { type?: string; error?: string };
    if (!answer.ok && !isRefusalFine) {
      throw new Error(`${method} ${path} answered ${answer.status} ${refusal}: ${error}`);
    }
    return { status: answer.status, type: refusal, body: read };
  }
}

function typeOf(body: object | undefined): string | null {
  // Fetch names the type of a form by itself.
  if (body === undefined || body instanceof FormData) return null;
  return body instanceof Uint8Array ? "application/octet-stream" : "application/json";
}
