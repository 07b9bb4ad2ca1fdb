// `npm run prove -- NAME`: what must hold when things go wrong. Each prover prints its figures beside their goals and
// ends with `N passed, N failed`.
import "../../scripts/node-version.mjs";
import { proveKill } from "./kill.mjs";
import { browser } from "../../scripts/browser.mjs";
import { build, isBuilt } from "../../scripts/build.mjs";
import { provePrevious } from "./previous.mjs";
import { proveBySuite } from "./suite.mjs";

/** The provers that are TypeScript are loaded with the project's own Node, which reads it. */
const figures = (name) => async (args) => (await import("./run.ts")).runProver(name, args);
/** In the browser that `npm test` finds, on screens as they are now. */
async function journeys(words) {
  const { ok, output } = isBuilt() ? { ok: true } : await build();
  if (!ok) throw new Error(output);
  const path = await browser();
  if (!path) throw new Error("No browser was found; set CHROMIUM_PATH to a Chromium.");
  process.env.CHROMIUM_PATH = path;
  return figures("processes")(words);
}
const suite = (tests, variables) => (args) => proveBySuite(tests, variables?.(args));

/** Another one each time; a proof prints it, so that what it found can be had again. */
const anySeed = () => String(Date.now() % 2 ** 31);
const fuzz = ([runs = "60", seed = anySeed()]) => ({
  PROVE_FUZZ_RUNS: runs,
  PROVE_FUZZ_SEED: seed,
});
const billing = ([histories = "1000", members = "200", seed = anySeed()]) => ({
  PROVE_HISTORIES: histories,
  PROVE_MEMBERS: members,
  PROVE_SEED: seed,
});

/** @type {Record<string, [what: string, run: (words: string[]) => Promise<number>]>} */
const provers = {
  kill: ["[rounds of each kind, 10]  server and PostgreSQL killed while members write", proveKill],
  billing: [
    "[histories, 1000] [members, 200] [seed]  money, with messages shuffled, doubled and lost, and everything pressed at once",
    suite(["src/billing/sync/histories", "src/billing/checkout/parallel"], billing),
  ],
  backup: ["a million rows kept while members write, brought back and compared", figures("backup")],
  fuzz: [
    "[inputs, 60] [seed]  strange inputs to every call as every role",
    suite(["test/fuzz", "test/testing/fuzz/judge-answer"], fuzz),
  ],
  canary: [
    "ids and texts of videos, looked for by who may not watch",
    suite(["src/catalogue/videos/paywall"]),
  ],
  restart: ["PostgreSQL restarted under load", figures("restart")],
  slow: ["a thousand connections that never finish", figures("slow")],
  overload: ["[rounds, 3]  three times what the server can do", figures("overload")],
  timing: ["whether an answer's time tells that an account exists", figures("timing")],
  guesses: ["passwords guessed from one place and from many", figures("guesses")],
  races: ["signups, refreshes and marks, many at once", figures("races")],
  "mail-down": ["a mail server that is down, or greets nobody", suite(["src/mail/smtp", "src/mail/sender"])],
  "provider-down": [
    "a card provider that fails, is slow, or loses its answers",
    suite(["src/billing/trouble"]),
  ],
  "disk-full": ["no room for files, then for anything, while members write", figures("disk-full")],
  previous: ["[commit, HEAD~1]  that commit's server on the schema of this one", provePrevious],
  processes: ["[journeys, all]  journeys while serving processes are killed", journeys],
  soak: ["[minutes, 5]  memory, connections and files over time", figures("soak")],
};

const [name = "", ...words] = process.argv.slice(2);
if (!Object.hasOwn(provers, name)) {
  for (const [each, [what]] of Object.entries(provers)) {
    console.error(`npm run prove -- ${each.padEnd(14)} ${what}`);
  }
  process.exit(2);
}
process.exit(await provers[name][1](words));
