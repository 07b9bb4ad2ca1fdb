import { expect, test } from "vitest";
import { createCaptions, createVideo } from "../../../test/testing/factories.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { indexVideos } from "./index-videos.ts";

const t = useTestApp();

const TOPICS = ["見出し", "値段", "集客", "写真", "原稿", "読者", "案件", "検索", "台本", "締め切り", "請求書", "道具"];
const LINES = 3_000;
/** Milliseconds on a machine without other work. */
const GOAL = 300;

/** Sentences of a talk; the numbers make most grams of a line its own. */
const talk = Array.from({ length: LINES }, (_, line) => {
  const topic = (step: number) => TOPICS[(line * step) % TOPICS.length];
  return `${line * 37}回目は${topic(5)}より${topic(7)}と${line}の話をします`;
});

async function indexedOf(id: number) {
  const { rows } = await t.db.query<{ spoken_text: string }>({
    text: "select spoken_text from video_search_spoken where video_id = $1",
    values: [id],
  });
  return rows[0]?.spoken_text;
}

/** The number of statements that indexing a video takes. */
async function counted({ id }: { id: number }): Promise<number> {
  let count = 0;
  await t.db.transaction((tx) => {
    const query: typeof tx.query = (given) => {
      count += 1;
      return tx.query(given);
    };
    const counting: typeof tx = { ...tx, query, transaction: (work) => work(counting) };
    return indexVideos(counting, [id]);
  });
  return count;
}

test("the captions of a video are indexed by one more statement, however many lines they have", async ({
  annotate,
}) => {
  const [long, short, silent] = [
    await createVideo(t.db, t.clock),
    await createVideo(t.db, t.clock),
    await createVideo(t.db, t.clock),
  ];
  await createCaptions(t.db, long.id, talk);
  await createCaptions(t.db, short.id, talk.slice(0, 3));
  await t.db.query({ text: "delete from video_search_spoken" });
  const [ofSilent, ofShort] = [await counted(silent), await counted(short)];
  const started = performance.now();
  const ofLong = await counted(long);
  await annotate(`${LINES} lines: ${(performance.now() - started).toFixed(0)} ms (goal ${GOAL})`);
  expect([ofShort, ofLong]).toEqual([ofSilent + 1, ofSilent + 1]);
  expect((await indexedOf(long.id))?.split(" ")).toHaveLength(LINES);
});

test("a change of other texts leaves the index of captions as it is", async () => {
  const { id } = await createVideo(t.db, t.clock);
  await createCaptions(t.db, id, talk.slice(0, 3));
  const version = async () =>
    (await t.db.query({ text: "select xmin::text from video_search_spoken where video_id = $1", values: [id] }))
      .rows[0];
  const before = await version();
  await t.db.query({ text: "update videos set title = '改題' where id = $1", values: [id] });
  await indexVideos(t.db, [id]);
  expect(await version()).toEqual(before);
  await t.db.query({ text: "delete from caption_lines where video_id = $1", values: [id] });
  await indexVideos(t.db, [id]);
  expect(await indexedOf(id)).toBeUndefined();
});
