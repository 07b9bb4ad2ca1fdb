// A request sent several times concurrently takes effect once: signups, refreshes, favourites.
import { atLeast, type Finding, none } from "./finding.ts";
import { openService, type Service } from "./service.ts";

const CONCURRENCY = 8;
const ROUNDS = { signup: 10, refresh: 10, toggle: 20 };

export interface Races {
  /** Accounts made by identical concurrent signups, for each round. */
  accounts: number[];
  /** Distinct successors of one refresh token used concurrently, for each round. */
  successors: number[];
  /** Members whose counter disagrees with their list after concurrent writes. */
  contradictions: string[];
  failures: string[];
  rounds: number;
}

export function judgeRaces({ accounts, successors, contradictions, failures, rounds }: Races): Finding[] {
  return [
    atLeast("rounds", rounds, 40),
    none("signups at once that did not make one account", odd(accounts)),
    none("refreshes at once that did not have one successor", odd(successors)),
    none("members whose favourites and counters differ", contradictions),
    none("answers of 5xx", failures),
  ];
}

const odd = (counts: number[]) => counts.filter((count) => count !== 1).map((count) => `${count} in one round`);

export async function runDrill(): Promise<Finding[]> {
  const service = await openService();
  try {
    return judgeRaces(await race(service));
  } finally {
    await service.close();
  }
}

async function race({ server, members, database }: Service): Promise<Races> {
  const failures: string[] = [];
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(server.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status >= 500) failures.push(`${path}: ${answer.status}`);
    return { status: answer.status, text };
  };
  const concurrently = <T>(run: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: CONCURRENCY }, (_, index) => run(index)));

  const accounts: number[] = [];
  const successors: number[] = [];
  for (let round = 0; round < ROUNDS.signup; round++) {
    const password = "tomato-soup-41";
    const body = {
      username: "競う人",
      email: `racer-${round}@example.com`,
      password,
      password2: password,
      subscription_status: "trial",
      agreedToTerms: true,
      rotate: true,
    };
    // Another address in each round: the drill does not test the limit of signups.
    const from = { "x-forwarded-for": `198.51.100.${round}` };
    const answers = await concurrently(() => post("/api/auth/signup/", body, from));
    const made = answers.filter(({ status }) => status === 201);
    accounts.push(made.length);
    const refresh = /"refresh":"([^"]+)"/.exec(made[0]?.text ?? "")?.[1] ?? "";
    const refreshed = await concurrently(() => post("/api/auth/token/refresh/", { refresh }));
    const next = refreshed.flatMap(({ text }) => /"refresh":"([^"]+)"/.exec(text)?.[1] ?? []);
    successors.push(new Set(next).size);
  }

  const contradictions: string[] = [];
  for (let member = 1; member <= ROUNDS.toggle; member++) {
    await concurrently((index) =>
      post(`/api/videos/${1 + (index % 3)}/favorite/`, { is_favorite: index % 2 === 0 }, members.headers(member)),
    );
    await concurrently(() => post(`/api/videos/9/favorite/`, {}, members.headers(member)));
    const { rows } = await database.db.query<{ counted: number; rows: number }>({
      text: `select favorites as counted, (select count(*) from favorites f where f.user_id = c.user_id) as rows
               from member_counts c where user_id = $1`,
      values: [member],
    });
    if (rows[0]?.counted !== rows[0]?.rows) contradictions.push(`member ${member}`);
  }
  return {
    accounts,
    successors,
    contradictions,
    failures,
    rounds: accounts.length + successors.length + ROUNDS.toggle,
  };
}
