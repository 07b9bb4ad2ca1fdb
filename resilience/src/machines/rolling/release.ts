import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DataSet } from "@manabiya/bench/data/sets.ts";
import type { Members } from "@manabiya/bench/calls/members.ts";
import type { BenchDatabase } from "@manabiya/bench/servers/database.ts";
import { root } from "../../../../scripts/quiet-run.mjs";
import { git, linkPackages } from "../../previous.ts";

/** The commit before the newest migration: its release has an older schema. */
export function releaseBefore(): string {
  return git("rev-list", "-1", "--first-parent", "HEAD", "--", "server/src/db/migrations/*.sql").concat("^");
}

/** A release's code in a folder of its own. */
export class Release {
  readonly name: string;
  readonly source: string;

  private constructor(name: string, source: string) {
    this.name = name;
    this.source = source;
  }

  static present(): Release {
    return new Release("this release", root);
  }

  static checkOut(ref: string, folder: string): Release {
    git("worktree", "add", "--detach", folder, ref);
    linkPackages(folder);
    return new Release(git("rev-parse", "--short", ref), folder);
  }

  /** Adds a migration that the other releases were not made for. */
  plant(sql: string): void {
    writeFileSync(join(this.source, "server/src/db/migrations/9999_planted.sql"), sql);
  }

  /** A database with this release's schema and rows, by this release's own code. */
  async openDatabase(set: DataSet): Promise<BenchDatabase> {
    const code = (await import(join(this.source, "bench/servers/database.ts"))) as {
      openSet(set: DataSet, folder: null, onIdleError: () => void): Promise<BenchDatabase>;
    };
    return code.openSet(set, null, () => {});
  }

  async signIn(database: BenchDatabase, count: number): Promise<Members> {
    const code = (await import(join(this.source, "bench/calls/members.ts"))) as {
      signIn(db: BenchDatabase["db"], count: number): Promise<Members>;
    };
    return code.signIn(database.db, count);
  }

  remove(): void {
    if (this.source === root) return;
    rmSync(this.source, { recursive: true, force: true, maxRetries: 10 });
    execFileSync("git", ["worktree", "prune"], { cwd: root });
  }
}
