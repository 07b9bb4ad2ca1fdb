// Random histories of members who pay, with messages shuffled, doubled and lost and the server replaced in between, must end
// in the card provider's state; members who press everything eight times at once must pay once. The tests are the unit
// suite's own, with larger numbers.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));
const tests = ["histories", "parallel"].map((name) => `server/src/subscription/${name}.test.ts`);

/** @returns the exit code */
export async function proveBilling([histories = "1000", members = "200"]) {
  const run = spawn(
    process.execPath,
    [vitest, "run", "--project", "server", "--reporter", "verbose", ...tests],
    {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, PROVE_HISTORIES: histories, PROVE_MEMBERS: members },
    },
  );
  const [code] = await once(run, "exit");
  return code ?? 1;
}
