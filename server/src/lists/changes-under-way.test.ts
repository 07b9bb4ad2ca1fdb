import { contract } from "@manabiya/contract";
import { expect, test, vi } from "vitest";
import { createUser, createVideo } from "../../test/testing/factories.ts";
import { useTestApp } from "../../test/testing/test-app.ts";

const t = useTestApp();

const lockWaiters = async (): Promise<number> => {
  const { rows } = await t.db.query<{ waiting: number }>({
    text: `select count(*)::int as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
  });
  return rows[0]?.waiting ?? 0;
};

/**
 * Sends the second request while the first one is under way: a lock stands for a commit that waits, such as for a frozen
 * standby.
 * @returns both answers
 */
async function duringTheFirst<T>(userId: number, first: () => Promise<T>, second: () => Promise<T>): Promise<T[]> {
  const sent: Promise<T>[] = [];
  await t.db.transaction(async (tx) => {
    await tx.query({ text: "select from member_counts where user_id = $1 for update", values: [userId] });
    for (const send of [first, second]) {
      sent.push(send());
      await vi.waitUntil(async () => (await lockWaiters()) === sent.length);
    }
  });
  return Promise.all(sent);
}

async function member() {
  const [user, video] = [await createUser(t.db, t.clock), await createVideo(t.db, t.clock)];
  const headers = await t.as(user.id);
  const at = (url: string) => url.replace(":id", String(video.id));
  return {
    id: user.id,
    send: (method: "GET" | "POST" | "DELETE", url: string, payload?: object) =>
      t.app.inject({ method, url: at(url), headers, ...(payload && { payload }) }),
  };
}

test.each([
  { toggle: contract.favorites.toggle, field: "is_favorite" },
  { toggle: contract.watchLater.toggle, field: "watch_later" },
])("$field: a removal counts over an addition that is still under way", async ({ toggle, field }) => {
  const { id, send } = await member();
  const press = (wanted: boolean) => send("POST", toggle.url, { [field]: wanted });
  await press(true);
  await press(false);
  const answers = await duringTheFirst(
    id,
    () => press(true),
    () => press(false),
  );
  expect(answers.map((answer) => answer.json())).toEqual([{ [field]: true }, { [field]: false }]);
  expect((await send("GET", contract.videos.get.url)).json()).toMatchObject({ [field]: false });
});

test("the deletion of the history takes an entry that is still under way", async () => {
  const { id, send } = await member();
  await send("POST", contract.favorites.toggle.url);
  const [, deletion] = await duringTheFirst(
    id,
    () => send("POST", contract.videos.progress.url),
    () => send("DELETE", contract.history.remove.url),
  );
  expect(deletion?.json()).toMatchObject({ deleted_count: 1 });
  expect((await send("GET", contract.history.list.url)).json()).toMatchObject({ count: 0 });
});
