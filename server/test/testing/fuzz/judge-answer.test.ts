import { contract } from "@manabiya/contract";
import { expect, test } from "vitest";
import { judgeAnswer } from "./judge-answer.ts";

const count = contract.notices.count;

test.each([
  ["an answer that keeps the promise", 200, '{"count":3}', null],
  ["an error that does", 404, '{"error":"x","type":"not_found","message":"x"}', null],
  ["a failure of ours", 500, '{"error":"x","type":"server_error","message":"x"}', /^500/],
  ["a load shed", 503, "{}", /^503/],
  ["a value of another type", 200, '{"count":"3"}', /breaks its schema at count/],
  ["a missing value", 200, "{}", /breaks its schema/],
  ["an error without its sentence", 400, '{"type":"x"}', /breaks its schema at error/],
  ["a status nobody promised", 201, '{"count":3}', /is not an answer/],
  ["a page instead of JSON", 400, "<html>", /not JSON/],
])("%s", (_what, status, body, verdict) => {
  const found = judgeAnswer(count, { status, body, type: "application/json" });
  if (verdict === null) expect(found).toBeNull();
  else expect(found).toMatch(verdict);
});
