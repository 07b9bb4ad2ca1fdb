import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { ok, okUnless, wrong } from "../../../billing/check/finding.ts";
import { RELEASE } from "../../../config/release.ts";
import { readMigrations } from "../../../db/migrate.ts";
import { type Check, line } from "./installation.ts";

/** Each visitor and each connection to the database is an open file. */
const OPEN_FILES_MIN = 4_096;

export const settings: Check = async ({ env: { workers }, problems, settingsFile: file }) => {
  const remedy = "correct it in the service's environment, and restart";
  // A folder that this user may not enter hides the file from others, too.
  const unseen = ({ code }: NodeJS.ErrnoException) => (code === "EACCES" ? 0 : null);
  const mode = await stat(file).then((found) => found.mode & 0o777, unseen);
  const closed = mode === null ? null : (mode & 0o037) === 0;
  const secrets = mode === null ? "which file holds them?" : `${file} has mode ${mode.toString(8)}`;
  const cores = availableParallelism();
  const isRight = workers < cores ? null : workers === cores;
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files: { hard: number | "unlimited" } } };
  // Node raises its own limit to the hard one.
  const limit = userLimits?.open_files.hard ?? "unlimited";
  const migration = (await readMigrations()).at(-1)?.tag;
  return [
    ...okUnless(
      problems.map((each) => wrong("settings", each, remedy)),
      "settings",
      "complete",
    ),
    line(closed, "secrets", secrets, "mode 600; --settings FILE names the file"),
    line(isRight, "WORKERS", `${workers} for ${cores} cores`, "the number of cores, less what PostgreSQL needs there"),
    line(!(Number(limit) < OPEN_FILES_MIN), "open files", `up to ${limit}`, "LimitNOFILE=65536, or ulimit -Hn 65536"),
    ok("versions", `Manabiya ${RELEASE}, newest migration ${migration}, Node ${process.versions.node}`),
  ];
};
