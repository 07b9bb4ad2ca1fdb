// Password guessing from one network and from many, in sequence and concurrently, while the owner can still log in.
import { PASSWORD } from "@manabiya/bench/calls/members.ts";
import { atMost, type Finding, none } from "./finding.ts";
import { openService } from "./service.ts";

/** `checked`: guesses that reached the password check, answered with 401. */
export interface Guessing {
  how: string;
  made: number;
  checked: number;
  allowed: number;
  /** Answers that are neither 401 nor 429. */
  others: string[];
}

export interface Guesses {
  kinds: Guessing[];
  /** Status of the owner's login from their usual network while others guess. */
  ownerAtHome: number;
}

export function judgeGuesses({ kinds, ownerAtHome }: Guesses): Finding[] {
  return [
    ...kinds.map(({ how, made, checked, allowed }) =>
      atMost(`${how}: guesses of ${made} that were checked`, checked, allowed),
    ),
    none(
      "answers that are neither a refusal nor a limit",
      kinds.flatMap(({ others }) => others),
    ),
    none("owners who cannot log in meanwhile", ownerAtHome === 200 ? [] : [`answered ${ownerAtHome}`]),
  ];
}

const HOME = "192.0.2.1";

export async function runDrill(): Promise<Finding[]> {
  const { server, members, close } = await openService();
  try {
    const login = async (email: string, password: string, address: string) => {
      const answer = await fetch(`${server.url}/api/auth/login/`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": address },
        body: JSON.stringify({ email, password }),
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    const owner = members.email(1);
    if ((await login(owner, PASSWORD, HOME)) !== 200) throw new Error("The owner cannot log in.");
    const kinds = [
      await guess("one account from one network", 30, 10, (n) => login(owner, `wrong ${n}`, "198.51.100.1")),
      await guess(
        "one account from one network, all at once",
        40,
        10,
        (n) => login(members.email(2), `wrong ${n}`, "198.51.100.2"),
        true,
      ),
      await guess("one account from everywhere", 80, 50, (n) => login(owner, `wrong ${n}`, `203.0.113.${n}`)),
      await guess("all accounts from one network", 130, 100, (n) =>
        login(`nobody-${n}@example.com`, "wrong password", "198.51.100.3"),
      ),
    ];
    return judgeGuesses({ kinds, ownerAtHome: await login(owner, PASSWORD, HOME) });
  } finally {
    await close();
  }
}

async function guess(
  how: string,
  made: number,
  allowed: number,
  make: (n: number) => Promise<number>,
  atOnce = false,
): Promise<Guessing> {
  const numbers = Array.from({ length: made }, (_, n) => n);
  const answers: number[] = [];
  if (atOnce) answers.push(...(await Promise.all(numbers.map(make))));
  else for (const n of numbers) answers.push(await make(n));
  const others = answers.filter((status) => status !== 401 && status !== 429).map(String);
  return { how, made, checked: answers.filter((status) => status === 401).length, allowed, others };
}
