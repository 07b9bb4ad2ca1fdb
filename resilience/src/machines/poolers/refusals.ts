import { type Finding, none } from "../../finding.ts";
import { judgeLimits, tryLimits } from "./limits.ts";
import type { Ground, Way } from "./ground.ts";
import { startServing } from "./server.ts";

/** Of an operator who copies a list from elsewhere, with which start-up parameters disappear. */
const CARELESS = ["ignore_startup_parameters = options,statement_timeout"];

/**
 * Servers that are told the wrong thing about the pooler. A drill that goes on with one must fail.
 * @param means `must fail`: a refused server is a failure, as it would be of any drill behind a pooler
 */
export async function refusals(ground: Ground, ways: Way[], means: "must fail" | "must be found"): Promise<Finding[]> {
  const findings: Finding[] = [];
  const cases: [what: string, pooler: Parameters<Ground["start"]>[0], told: string[]][] = [
    ...ways.flatMap((mode): typeof cases => [
      [mode, { mode }, [""]],
      [`${mode}, parameters ignored`, { mode, more: CARELESS }, [""]],
    ]),
    ["transaction, statements not followed", { mode: "transaction", isOld: true }, ["", "session", "transaction"]],
    ["transaction without limits", { mode: "transaction", isUnlimited: true }, ["session", "transaction"]],
  ];
  for (const [name, options, wrong] of cases) {
    const pooler = await ground.start(options);
    for (const told of wrong) {
      const said = await startServing(pooler.url, told, ground.folder).then(
        async (server) => {
          await server.stop();
          return null;
        },
        (error: Error) => error.message,
      );
      const what = `${name}: a server with DATABASE_POOLER=${told}`;
      if (means === "must fail") findings.push(none(`${what} does not serve`, said === null ? [] : [lastLine(said)]));
      else findings.push(none(`planted: ${what} serves`, said?.includes("DATABASE_POOLER") ? [] : [lastLine(said)]));
    }
    await pooler.stop();
  }
  return findings;
}

/** Limits sent as start-up parameters, which the pooler drops: the judge of limits has to find it. */
export async function plantedLimits(ground: Ground): Promise<Finding> {
  const pooler = await ground.start({ mode: "transaction", isUnlimited: true, more: CARELESS });
  const found = judgeLimits("planted", await tryLimits(pooler.url, null)).filter(({ holds }) => !holds);
  await pooler.stop();
  return none("planted: limits that the pooler dropped, not found", found.length > 0 ? [] : ["all held"]);
}

const lastLine = (text: string | null) => (text ?? "it serves").trimEnd().split("\n").at(-1) ?? "";
