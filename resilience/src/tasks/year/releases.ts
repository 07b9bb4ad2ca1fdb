import type { ReleaseChange } from "@manabiya/contract/staff/dashboard/dashboard.ts";
import { runningConnection } from "@manabiya/server/src/db/embedded/running.ts";
import { type DatabasePool, openDatabase } from "@manabiya/server/src/db/open.ts";
import type { Business } from "../business.ts";
import { mustBe } from "../facts.ts";
import type { Step, Task } from "../task.ts";

const RELEASES = "/api/admin/releases/";
const [NEWER, BEFORE] = ["0.2.0-bbbbbbbbbb-x64", "0.1.0-aaaaaaaaaa-x64"];

async function inDatabase(business: Business, work: (db: DatabasePool) => Promise<unknown>): Promise<void> {
  const connection = await runningConnection(business.dataDir);
  if (connection === null) throw new Error("The database does not run.");
  const db = openDatabase(connection, () => {});
  await work(db).finally(() => db.close());
}

/** Root's part is the kit's (`npm run prove -- kit`); here its rows are written in its place. */
function change(business: Business, kind: ReleaseChange["kind"], version: string, button: string): Step {
  return {
    role: "owner",
    perform: async (operator) => {
      // The owner has logged in by now, for which a second factor would need a code.
      await inDatabase(business, async (db) => {
        await db.query({ text: "delete from release_changes where requested_at is null" });
        await db.query({
          text: "insert into release_changes (kind, version, notes) values ($1, $2, '検索を改良')",
          values: [kind, version],
        });
        await db.query({
          text: `insert into second_factors (user_id, sealed_secret, created_at, enabled_at)
                 select id, '', now(), now() from users where email = 'superuser@example.com'`,
        });
      });
      await operator.open("サイトの状態");
      await operator.press(operator.main.getByRole("button", { name: button }));
      await operator.press(operator.dialog.getByRole("button", { name: button }));
      await operator.main.getByText(`待機中：${version}`).waitFor();
    },
    verify: async () => {
      await inDatabase(business, async (db) => {
        await db.query({ text: "delete from second_factors where sealed_secret = ''" });
        await db.query({ text: "update release_changes set started_at = now(), outcome = 'done'" });
      });
      const [last] = await business.as<ReleaseChange[]>("owner", "GET", RELEASES);
      mustBe("the change", [last?.kind, last?.version, last?.outcome], [kind, version, "done"]);
    },
  };
}

const changeRelease: Task = {
  title: "take a new release, and go back",
  prepare: async (business) => [
    change(business, "upgrade", NEWER, "この版に更新する"),
    change(business, "back", BEFORE, "前の版に戻す"),
  ],
};

export const RELEASE_TASKS = { changeRelease };
