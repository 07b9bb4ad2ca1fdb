import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type RunningServer, SECRET, startServer } from "@manabiya/bench/servers/server.ts";
import { digestOfFile } from "@manabiya/server/src/backup/digest.ts";
import pg from "pg";
import { Member } from "../../member.ts";
import type { ArchivedPostgres } from "./archived-postgres.ts";

const FILMS = { count: 8, bytes: 3_000_000 };
/** Tables that no job changes within a second. */
export const COMPARED = ["favorites", "member_counts", "users", "videos"];

/** The real server on the archived PostgreSQL, and what the drill does to its data. */
export class RecoveredService {
  readonly settings: Record<string, string>;
  readonly #postgres: ArchivedPostgres;
  readonly #films: string;
  readonly #metricsPort: number;
  #server: RunningServer | null = null;

  constructor(postgres: ArchivedPostgres, dataDir: string, metricsPort: number) {
    this.#postgres = postgres;
    this.#films = join(dataDir, "media/videos");
    this.#metricsPort = metricsPort;
    this.settings = { DATABASE_URL: postgres.url, DATA_DIR: dataDir, AUTH_SECRET: SECRET };
  }

  get address(): string {
    return this.#server?.url ?? "";
  }

  async start(): Promise<void> {
    this.#server = await startServer({ ...this.settings, METRICS_PORT: String(this.#metricsPort) });
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
    this.#server = null;
  }

  async addFilms(): Promise<void> {
    await mkdir(this.#films, { recursive: true });
    for (let number = 1; number <= FILMS.count; number++) {
      await writeFile(join(this.#films, `film-${number}.webm`), randomBytes(FILMS.bytes));
      await this.query("update videos set host = 'file', video_id = $2 where id = $1", [number, `film-${number}.webm`]);
    }
  }

  async loseFilm(number: number): Promise<void> {
    await rm(join(this.#films, `film-${number}.webm`));
  }

  async signUp(name: string, count: number): Promise<Member[]> {
    const members = Array.from(
      { length: count },
      (_, index) => new Member(this.address, `${name}-${index}@example.com`),
    );
    for (const member of members) await member.signUp();
    return members;
  }

  /** Forgets a condition, and deletes files that looked unused. */
  async beCareless(): Promise<void> {
    await this.query("delete from favorites");
    await this.query("delete from videos where host = 'file' and id > 4");
    for (let number = 5; number <= FILMS.count; number++) await this.loseFilm(number);
  }

  async sums(): Promise<Record<string, string>> {
    const sums: Record<string, string> = {};
    for (const name of COMPARED) {
      const sum = "select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum";
      const [row] = await this.query<{ sum: string }>(`${sum} from ${name} t`);
      sums[name] = row?.sum ?? "";
    }
    return sums;
  }

  /** @returns members whose changes after the moment are still there */
  async leftovers(): Promise<string[]> {
    const accounts = await this.query<{ email: string }>(
      `select email from users u where email like 'afterwards-%'
           or email like 'late-%' and exists (select from favorites f where f.user_id = u.id)`,
    );
    return accounts.map(({ email }) => email);
  }

  async digests(): Promise<Record<string, string>> {
    const digests: Record<string, string> = {};
    for (const name of await readdir(this.#films)) digests[name] = (await digestOfFile(join(this.#films, name))).sha256;
    return digests;
  }

  /** The value of a metric, as Prometheus reads it. */
  async metric(name: string): Promise<number> {
    const answer = await fetch(`http://127.0.0.1:${this.#metricsPort}/metrics`);
    const value = new RegExp(`^${name}(?:\\{.*\\})? (.*)$`, "m").exec(await answer.text())?.[1];
    return value === "+Inf" ? Number.POSITIVE_INFINITY : Number(value);
  }

  async query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.#postgres.url });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end();
    }
  }
}
