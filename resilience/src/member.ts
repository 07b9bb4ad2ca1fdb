const PASSWORD = "prove-it-again-7";

/** Milliseconds. Longer than any request timeout of the server, so no write arrives after its successor. */
const REQUEST_TIMEOUT = 30_000;

interface CallOptions {
  token?: string | undefined;
  body?: object;
}

async function call<T>(address: string, method: string, path: string, options: CallOptions = {}): Promise<T> {
  const { token, body } = options;
  const answer = await fetch(address + path, {
    method,
    signal: AbortSignal.timeout(REQUEST_TIMEOUT),
    headers: {
      ...(body && { "content-type": "application/json" }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const content = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${content.slice(0, 200)}`);
  return JSON.parse(content) as T;
}

interface SignedIn {
  token: { access: string };
}

/** A member who sets favourites continuously and remembers every acknowledgement. */
export class Member {
  address: string;
  acknowledged = 0;
  readonly #email: string;
  /** Video to its possible values: the last acknowledged one, and every later one whose request got no answer. */
  readonly #possible = new Map<number, Set<boolean>>();
  #token: string | undefined;

  constructor(address: string, email: string) {
    this.address = address;
    this.#email = email;
  }

  async signUp(): Promise<void> {
    const body = {
      username: "証明する人",
      email: this.#email,
      password: PASSWORD,
      password2: PASSWORD,
      subscription_status: "trial",
      agreedToTerms: true,
    };
    const { token } = await call<SignedIn>(this.address, "POST", "/api/auth/signup/", { body });
    this.#token = token.access;
    this.acknowledged += 1;
  }

  async logIn(): Promise<void> {
    const body = { email: this.#email, password: PASSWORD };
    const { token } = await call<SignedIn>(this.address, "POST", "/api/auth/login/", { body });
    this.#token = token.access;
  }

  /** @throws when the server did not acknowledge the write; the message contains the status */
  async set(video: number, desired: boolean): Promise<void> {
    this.#possible.set(video, new Set(this.#possible.get(video) ?? [false]).add(desired));
    const path = `/api/videos/${video}/favorite/`;
    const { is_favorite } = await call<{ is_favorite: boolean }>(this.address, "POST", path, {
      token: this.#token,
      body: { is_favorite: desired },
    });
    if (is_favorite !== desired) throw new Error(`Video ${video} became ${is_favorite}, not ${desired}`);
    this.#possible.set(video, new Set([desired]));
    this.acknowledged += 1;
  }

  /** Videos whose favourite differs from every value that the server may have stored. */
  async contradictions(): Promise<number[]> {
    const favorites = new Set<number>();
    for (let page = 1, more = true; more; page += 1) {
      const list = await call<{ results: { id: number }[]; next: string | null }>(
        this.address,
        "GET",
        `/api/favorites/?page=${page}`,
        { token: this.#token },
      );
      for (const video of list.results) favorites.add(video.id);
      more = list.next !== null;
    }
    return [...this.#possible].filter(([video, values]) => !values.has(favorites.has(video))).map(([video]) => video);
  }

  async videos(): Promise<number[]> {
    const { newVideos } = await call<{ newVideos: { id: number }[] }>(this.address, "GET", "/api/home/", {
      token: this.#token,
    });
    return newVideos.map((video) => video.id);
  }
}
