import { expect, test } from "vitest";
import type { Answer } from "./client.ts";
import { judgeFailover, type Failover, type Round } from "./judge.ts";

const answer = (change: Partial<Answer> = {}): Answer => ({
  what: "GET /api/home/",
  began: 2_000,
  ended: 2_100,
  status: 200,
  hasRetryAfter: false,
  reason: "",
  ...change,
});
const round = (change: Partial<Round> = {}): Round => ({
  what: "kill -9",
  goal: 15,
  hasBroken: true,
  struckAt: 1_000,
  repairedAt: 30_000,
  answers: [answer({ status: 503, hasRetryAfter: true }), answer()],
  acknowledged: 200,
  orders: 3,
  lost: [],
  older: [],
  unexpected: 0,
  ...change,
});
const healthy: Failover = { planned: 1, rounds: [round()], doubled: [], lostOrders: [], exits: [], failures: [] };
const failed = (found: Failover) => judgeFailover(found).filter(({ holds }) => !holds).length;

test("a drill without an error of the service passes", () => {
  expect(failed(healthy)).toBe(0);
});

test("an answer that is slow without a breakdown counts for none", () => {
  const slow = (began: number, length: number) => answer({ began, ended: began + length });
  const ofRound = (answers: Answer[]) => failed({ ...healthy, rounds: [round({ struckAt: 5_000, answers })] });
  expect(ofRound([slow(5_500, 8_000), slow(13_900, 8_000)])).toBeGreaterThan(0);
  expect(ofRound([slow(5_500, 8_000), slow(18_900, 8_000)])).toBe(0);
  const always = Array.from({ length: 10 }, (_, index) => slow(5_500 + index * 1_700, 1_800));
  expect(ofRound(always)).toBeGreaterThan(0);
  expect(ofRound([slow(0, 1_900), ...always])).toBe(0);
});

test.each<[string, Partial<Failover>]>([
  ["a lost write", { rounds: [round({ lost: ["video 1 is marked"] })] }],
  ["an older read", { rounds: [round({ older: ["video 1 at 3 instead of 5 to 5"] })] }],
  [
    "a late return",
    { rounds: [round(), round({ answers: [answer({ status: 503, hasRetryAfter: true, ended: 16_001 })] })] },
  ],
  [
    "a late return after the repair",
    {
      rounds: [
        round({
          answers: [
            answer({ began: 40_000, ended: 45_001 }),
            answer({ status: 503, hasRetryAfter: true, began: 45_500, ended: 45_600 }),
          ],
        }),
      ],
    },
  ],
  ["an answer that hangs", { rounds: [round({ answers: [answer({ ended: 14_001 })] })] }],
  ["another error", { rounds: [round({ answers: [answer({ status: 500 })] })] }],
  ["a 503 without Retry-After", { rounds: [round({ answers: [answer({ status: 503 })] })] }],
  ["a request without an answer", { rounds: [round({ answers: [answer({ status: null })] })] }],
  ["another error of the evening mix", { rounds: [round({ unexpected: 1 })] }],
  ["too few writes", { rounds: [round({ acknowledged: 99 })] }],
  ["too few orders in one of the rounds", { rounds: [round(), round({ orders: 0 })] }],
  ["fewer rounds than were asked for", { planned: 2 }],
  ["no round", { rounds: [] }],
  ["a breakdown without an effect", { rounds: [round({ hasBroken: false })] }],
  [
    "a machine that is slow before the breakdown",
    {
      rounds: [round({ struckAt: 5_000, answers: [answer({ ended: 4_500 }), answer({ began: 5_100, ended: 5_200 })] })],
    },
  ],
  ["a double charge", { doubled: ["a@example.com"] }],
  ["a lost order", { lostOrders: ["a@example.com"] }],
  ["a round without an end", { failures: ["No standby was promoted."] }],
  ["a process that ends", { exits: ["worker ended"] }],
])("%s fails the drill", (_, change) => {
  expect(failed({ ...healthy, ...change })).toBeGreaterThan(0);
});
