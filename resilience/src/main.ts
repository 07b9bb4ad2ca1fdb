// `npm run prove -- NAME`: resilience drills. Each prints its figures beside their goals and ends with
// `N passed, N failed`.
import { browser } from "../../scripts/browser.mjs";
import { build, isBuilt } from "../../scripts/build.mjs";
import { type Finding, report } from "./finding.ts";
import { inOwnNetwork } from "./machines/own-network.ts";
import { runSuite } from "./suite.ts";

type Run = (args: string[]) => Promise<number>;

/** Loads a drill when it is run, since each of them starts servers and tools of its own. */
const drill =
  (load: () => Promise<{ runDrill(args: string[]): Promise<Finding[]> }>): Run =>
  async (args) =>
    report(await (await load()).runDrill(args));

const suite =
  (tests: string[], variables: (args: string[]) => Record<string, string> = () => ({})): Run =>
  (args) =>
    runSuite(tests, variables(args));

const journeys: Run = async (args) => {
  const built = isBuilt() ? null : await build();
  if (built?.ok === false) throw new Error(built.output);
  const path = await browser();
  if (!path) throw new Error("No browser was found; set CHROMIUM_PATH to a Chromium.");
  process.env["CHROMIUM_PATH"] = path;
  return drill(() => import("./processes.ts"))(args);
};

/** A different seed for each run; the test prints it, so that a failure can be repeated. */
const randomSeed = () => String(Date.now() % 2 ** 31);
const fuzz = ([runs = "60", seed = randomSeed()]: string[]) => ({ PROVE_FUZZ_RUNS: runs, PROVE_FUZZ_SEED: seed });
const billing = ([histories = "1000", members = "200", seed = randomSeed()]: string[]) => ({
  PROVE_HISTORIES: histories,
  PROVE_MEMBERS: members,
  PROVE_SEED: seed,
});

const year = ([members = "200", seed = randomSeed()]: string[]) => ({
  PROVE_YEAR_MEMBERS: members,
  PROVE_YEAR_SEED: seed,
});

const figures = ([days = "365", seed = randomSeed()]: string[]) => ({
  PROVE_FIGURE_DAYS: days,
  PROVE_FIGURE_SEED: seed,
  PROVE_FIGURE_VIDEOS: "2500",
  PROVE_FIGURE_LIMIT: "300",
  PROVE_FIGURE_TIMES: "40",
});

const mailing = ([members = "100000", kills = "3", minutes = "60"]: string[]) => ({
  PROVE_MEMBERS: members,
  PROVE_KILLS: kills,
  PROVE_OUTAGE: minutes,
});

const drills: Record<string, [description: string, run: Run]> = {
  kill: [
    "[rounds of each kind, 10]  server and PostgreSQL killed while members write",
    drill(() => import("./kill.ts")),
  ],
  billing: [
    "[histories, 1000] [members, 200] [seed]  money, with messages shuffled, doubled and lost, and everything pressed at once",
    suite(["src/billing/sync/histories", "src/billing/checkout/parallel"], billing),
  ],
  year: [
    "[members, 200] [seed]  a year of members' payments and returns; the books against an independent computation and the provider",
    suite(["src/billing/books/rehearsed-year"], year),
  ],
  figures: [
    "[days, 365] [seed]  a year of members, money, views and searches, compared with an independent computation",
    suite(["src/figures/rehearsed-year", "src/figures/figure-speed"], figures),
  ],
  backup: [
    "a million rows backed up while members write, restored and compared",
    drill(() => import("./data/backup.ts")),
  ],
  releases: [
    "the kept backup of every earlier release is restored into this one",
    suite(["src/backup/earlier-releases"], () => ({ PROVE_RELEASES: "all" })),
  ],
  recovery: [
    "back to the second before a mistake with pgBackRest and restic; nightly backups and their weekly restore test",
    drill(() => import("./machines/recovery/recovery.ts")),
  ],
  moving: [
    "MOVING.md on a Django service made for it; 100,000 members imported through a kill (needs python3-django, python3-bcrypt, python3-argon2)",
    drill(() => import("./data/moving.ts")),
  ],
  fuzz: [
    "[inputs, 60] [seed]  strange inputs to every call as every role, and whether an answer tells of hidden data",
    suite(["test/fuzz", "test/testing/fuzz/judge-answer", "test/non-interference"], fuzz),
  ],
  canary: ["ids and texts of videos, searched by users without access", suite(["src/catalogue/videos/paywall"])],
  restart: ["PostgreSQL restarted under load", drill(() => import("./restart.ts"))],
  slow: ["a thousand connections that never finish", drill(() => import("./slow.ts"))],
  overload: [
    "[rounds, 3]  three times the capacity of the server behind the shipped nginx (installs nginx)",
    drill(() => import("./overload.ts")),
  ],
  attack: [
    "[names, all]  attacks of strangers and members, each with its planted fault",
    drill(() => import("./attack/attack.ts")),
  ],
  timing: ["whether an answer's time tells that an account exists", drill(() => import("./attack/timing.ts"))],
  guesses: ["passwords guessed from one network and from many", drill(() => import("./guesses.ts"))],
  races: ["signups, refreshes and favourites, many at once", drill(() => import("./races.ts"))],
  "mail-down": ["a mail server that is down, or greets nobody", suite(["src/mail/smtp", "src/mail/sender"])],
  mailing: [
    "[members, 100000] [kills, 3] [minutes of outage, 60]  a notice by mail to each member once",
    suite(["src/mailings/exactly-once"], mailing),
  ],
  month: [
    "[members, 300]  a month's messages to another tool, which is away for a day and fails at random",
    suite(["src/webhooks/rehearsed-month"], ([members = "300"]) => ({ PROVE_MONTH_MEMBERS: members })),
  ],
  "provider-down": ["a card provider that fails, is slow, or loses its answers", suite(["src/billing/trouble"])],
  "disk-full": [
    "no room for files, then for anything, while members write",
    drill(() => import("./disk-full/disk-full.ts")),
  ],
  bucket: [
    "[steps, works trouble direct]  a bucket of OpenStack Swift that works, fails, and serves films by itself (as root on Debian, installs Swift)",
    drill(() => import("./machines/bucket/bucket.ts")),
  ],
  previous: [
    "[commit, HEAD~1]  that commit's server on the schema of this one, and its database brought up to date",
    drill(() => import("./previous.ts")),
  ],
  failover: [
    "[rounds, 20] [asynchronous | kinds of breakdowns]  three PostgreSQL machines under Patroni lose their primary while members write (root)",
    inOwnNetwork("failover", () => import("./machines/failover/failover.ts")),
  ],
  rolling: [
    "[commit, the one before the newest migration]  two machines upgraded and rolled back under load, behind the shipped nginx and HAProxy (installs them)",
    drill(() => import("./machines/rolling/rolling.ts")),
  ],
  nginx: [
    "[shipped]  the shipped nginx under a browser: HTTP/2, headers, cache, films in slices, and the page while the server is away (installs it and ffmpeg)",
    drill(() => import("./machines/nginx/nginx.ts")),
  ],
  films: [
    "[players, 40] [minutes, 5] [rounds, 15]  what films cost the application: a minute of a stream, and the evening mix beside a preparation, for a quiet machine (installs nginx and ffmpeg)",
    drill(() => import("./machines/nginx/films/films.ts")),
  ],
  breakdowns: [
    "[looks week tells]  some forty things break, and the owner's mailbox has the right sentence in time; nothing in a quiet week (root on Debian)",
    drill(() => import("./machines/breakdowns/breakdowns.ts")),
  ],
  processes: ["[journeys, all]  journeys while serving processes are killed", journeys],
  browsers: [
    "[engines, firefox webkit]  journeys and layout in Chromium, Firefox and WebKit, with screenshots",
    drill(() => import("./browsers/browsers.ts")),
  ],
  newcomer: [
    "a new operator makes a fresh service theirs by screens alone, in half an hour",
    drill(() => import("./tasks/newcomer.ts")),
  ],
  lighthouse: [
    "[runs of each page, 5]  Lighthouse for phones on landing pages and member pages, and the time of inputs, for a quiet machine (fetches Lighthouse)",
    drill(() => import("./browsers/lighthouse.ts")),
  ],
  mutants: [
    "[areas, all] [defects, 40] [seed] [near]  defects planted one at a time in a copy, and the share that the tests beside them find",
    drill(() => import("./attack/mutants/mutants.ts")),
  ],
  tasks: [
    "[words of a title, all]  the tasks of an operator's year on screens, at a desk and on a phone, in four clicks each, and which have no screen",
    drill(() => import("./tasks/tasks.ts")),
  ],
  poolers: [
    "[undeclared | prices]  PgBouncer in session and transaction mode: journeys, limits, commands, prices (installs pgbouncer)",
    drill(() => import("./machines/poolers/poolers.ts")),
  ],
  monitoring: [
    "[renamed]  the shipped Prometheus files and Grafana dashboard on the server under load (needs prometheus)",
    drill(() => import("./machines/monitoring/monitoring.ts")),
  ],
  soak: [
    "[minutes, 5]  memory, connections and files over time, and with 4,500 idle connections before and after",
    drill(() => import("./soak/soak.ts")),
  ],
  rehearsal: [
    "the rehearsal of a service: its walk, planted defects, its connections, and what is left after kills",
    drill(() => import("./machines/rehearsal/rehearsal.ts")),
  ],
  cluster: [
    "[misspelled]  six machines: docs/cluster.md followed to the letter on bare Debians, which then break, under load (root, needs debootstrap)",
    inOwnNetwork("cluster", async () => ({
      ...(await import("./machines/cluster/prepare.ts")),
      ...(await import("./machines/cluster/cluster.ts")),
    })),
  ],
  machines: [
    "[laptop container older] [test]  both commands of README on fresh clones: other users, locales, zones, folders, browsers and npm (root)",
    drill(() => import("./machines/fresh-clones/fresh-clones.ts")),
  ],
  image: [
    "the Dockerfile's steps, and the commands of docs/containers.md, on a bare Debian in the place of a container engine (root, needs debootstrap)",
    drill(() => import("./machines/image/image.ts")),
  ],
  quickstart: [
    "QUICKSTART.md alone, on a bare Debian with systemd, to the first member's payment at an emulator of Stripe (root, needs debootstrap)",
    drill(() => import("./machines/kit/quickstart/quickstart.ts")),
  ],
  kit: [
    "[misspelled | unended]  the kit for one machine: OPERATIONS.md followed to the letter on a bare Debian with systemd, secrets rotated (root, needs debootstrap)",
    drill(() => import("./machines/kit/kit.ts")),
  ],
};

const [name = "", ...args] = process.argv.slice(2);
const chosen = Object.hasOwn(drills, name) ? drills[name] : undefined;
if (chosen === undefined) {
  for (const [each, [description]] of Object.entries(drills)) {
    console.error(`npm run prove -- ${each.padEnd(14)} ${description}`);
  }
  process.exit(2);
}
process.exit(await chosen[1](args));
