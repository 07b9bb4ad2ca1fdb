import { setTimeout as pause } from "node:timers/promises";
import { type Finding, none } from "../../finding.ts";
import { foreign } from "./judge.ts";
import type { Operator } from "./operator.ts";

/** Milliseconds. The document names a moment to the second. */
const APART = 2_000;

const FILM = "/var/lib/manabiya/media/videos/film.webm";

/** Somebody deletes a member and a film; the page's commands go back to the second before. */
export async function recoverFromMistake(operator: Operator): Promise<Finding[]> {
  const { debian } = operator;
  await operator.signUp("kept@example.jp");
  const upload = `mkdir --parents $(dirname ${FILM}); head --bytes=3000000 /dev/urandom > ${FILM}`;
  await debian.run(`runuser --user manabiya -- sh -c '${upload}'; systemctl start manabiya-files`);
  const sum = async () => (await debian.run(`sha256sum < ${FILM}`)).output;
  const before = await sum();
  await pause(APART);
  const moment = (await debian.run("date '+%F %T%:::z'")).output.trim();
  await pause(APART);
  const careless = "delete from users where email = 'kept@example.jp'";
  await debian.run(`rm ${FILM}; runuser --user postgres -- psql --dbname manabiya --command "${careless}"`);
  const lost = await operator.logIn("kept@example.jp");
  await operator.signUp("late@example.jp");
  operator.replace("2026-11-24 10:15:29+09", moment);
  await operator.execute("mistake");
  await operator.served();
  const answers = [await operator.logIn("kept@example.jp"), await operator.logIn("late@example.jp")];
  return [
    none("the mistake deletes a member", foreign([lost], [401])),
    none("after the recovery, the deleted member logs in", foreign(answers.slice(0, 1), [200])),
    none("after the recovery, the member of afterwards is unknown", foreign(answers.slice(1), [401])),
    none("after the recovery, the deleted film differs", foreign([await sum()], [before])),
  ];
}
