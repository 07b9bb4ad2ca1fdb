import { expect, test } from "vitest";
import { type Heard, judgeHeard } from "./judge.ts";

const MAIL = {
  subject: "再生できない動画が1本あります",
  text: "再生できない動画が1本あります。\n非公開にしてください。",
};
const HEARD: Heard = {
  what: "a dead video",
  by: "server",
  promised: 300,
  took: 240,
  says: /再生できない動画が1本あります$/,
  todo: /非公開にしてください/,
  mails: [MAIL],
};

test("a breakdown is right with one mail in time that says what happened and what to do", () => {
  expect(judgeHeard(HEARD)).toEqual({
    what: "a dead video, server",
    figure: "4 min 0 s, 再生できない動画が1本あります",
    goal: "≤ 5 min 0 s, one mail",
    holds: true,
  });
});

test("an operator's sentence stands in a line of the text", () => {
  const text = "次の問題が見つかりました。\n\nwrong  archive: fails  -> the log\n非公開にしてください";
  expect(judgeHeard({ ...HEARD, says: /^wrong +archive: /, mails: [{ ...MAIL, text }] }).holds).toBe(true);
});

test.each<[string, Partial<Heard>]>([
  ["no mail", { mails: [], took: null }],
  ["a second mail", { mails: [MAIL, MAIL] }],
  ["a late mail", { took: 301 }],
  ["another sentence", { says: /バックアップ/ }],
  ["nothing to press", { todo: /「再送信」か「破棄」/ }],
  ["a unit that does not fail while no mail can leave", { promised: null, took: null, mails: [] }],
])("%s is wrong", (_what, changed) => {
  expect(judgeHeard({ ...HEARD, ...changed }).holds).toBe(false);
});

test("a failed unit is right while no mail can leave", () => {
  expect(judgeHeard({ ...HEARD, promised: null, took: 4, mails: [] }).holds).toBe(true);
});
