const password = "prove-it-again-7";

/** Milliseconds; longer than the server works on anything, so that no write arrives after the one that followed it. */
const patience = 30_000;

async function call(address, method, path, { token, body } = {}) {
  const answer = await fetch(address + path, {
    method,
    signal: AbortSignal.timeout(patience),
    headers: {
      ...(body && { "content-type": "application/json" }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const content = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${content.slice(0, 200)}`);
  return JSON.parse(content);
}

/** A member who sets favourites without rest and remembers what the server said about each. */
export class Member {
  /** Video → what it may be: the last acknowledged value, and every value asked for since without an answer. */
  possible = new Map();
  acknowledged = 0;
  #token;

  constructor(address, email) {
    this.address = address;
    this.email = email;
  }

  async signUp() {
    const body = {
      username: "証明する人",
      email: this.email,
      password,
      password2: password,
      subscription_status: "trial",
      agreedToTerms: true,
    };
    const { token } = await call(this.address, "POST", "/api/auth/signup/", { body });
    this.#token = token.access;
    this.acknowledged += 1;
  }

  async logIn() {
    const body = { email: this.email, password };
    const { token } = await call(this.address, "POST", "/api/auth/login/", { body });
    this.#token = token.access;
  }

  /** Sets one video's favourite mark. Rejects when the server did not acknowledge it. */
  async set(video, wanted) {
    this.possible.set(video, new Set(this.possible.get(video) ?? [false]).add(wanted));
    const path = `/api/videos/${video}/favorite/`;
    const { is_favorite } = await call(this.address, "POST", path, {
      token: this.#token,
      body: { is_favorite: wanted },
    });
    if (is_favorite !== wanted) throw new Error(`Video ${video} became ${is_favorite}, not ${wanted}`);
    this.possible.set(video, new Set([wanted]));
    this.acknowledged += 1;
  }

  /** The videos whose mark is not what the server acknowledged. */
  async contradictions() {
    const kept = new Set();
    for (let page = 1, more = true; more; page += 1) {
      const list = await call(this.address, "GET", `/api/favorites/?page=${page}`, { token: this.#token });
      for (const video of list.results) kept.add(video.id);
      more = list.next !== null;
    }
    return [...this.possible]
      .filter(([video, values]) => !values.has(kept.has(video)))
      .map(([video]) => video);
  }

  /** The videos that there are to mark. */
  async videos() {
    const { newVideos } = await call(this.address, "GET", "/api/home/", { token: this.#token });
    return newVideos.map((video) => video.id);
  }
}
