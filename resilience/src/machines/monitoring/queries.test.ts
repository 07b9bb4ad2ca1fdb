import { expect, it } from "vitest";
import { queriesOfAlarms, queriesOfDashboard, selectorsOf } from "./queries.ts";

it("finds the metrics of an expression, and the labels that must be there", () => {
  const expression = 'sum(rate(manabiya_a_count{status=~"5..",route="/x/"}[5m])) / up{job="m"} > nodejs_lag_seconds';
  expect(selectorsOf(expression)).toEqual(['manabiya_a_count{route="/x/"}', 'up{job="m"}', "nodejs_lag_seconds{}"]);
});

it("reads every query of panels and alarms", () => {
  const panels = [{ title: "a", targets: [{ expr: "up" }, { expr: "down" }] }];
  expect(queriesOfDashboard(JSON.stringify({ panels })).map(({ expression }) => expression)).toEqual(["up", "down"]);
  expect(queriesOfAlarms({ groups: [{ rules: [{ name: "b", query: "up == 0" }] }] })).toEqual([
    { owner: "b", expression: "up == 0" },
  ]);
});
