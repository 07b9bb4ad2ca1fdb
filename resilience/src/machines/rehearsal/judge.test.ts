import { expect, test } from "vitest";
import { foreignHosts, unfound, wrongSteps } from "./judge.ts";

const ok = Array.from({ length: 15 }, (_, index) => `ok     step ${index}: seen`);
const last = "wrong  a purchase: answered with 400 -> STRIPE_WEBHOOK_SECRET";

test("names the steps of a walk that are wrong", () => {
  expect(wrongSteps([...ok, "ok     last", "16 ok, 0 wrong"].join("\n"))).toEqual([]);
  expect(wrongSteps([...ok, last, "15 ok, 1 wrong"].join("\n"))).toEqual([last]);
});

test("a walk that ended early is wrong", () => {
  expect(wrongSteps(ok.join("\n"))).toEqual([expect.stringContaining("ended early")]);
  expect(wrongSteps([...ok, "15 ok, 0 wrong"].join("\n"))).toEqual([expect.stringContaining("ended early")]);
});

test("names a host outside of this machine, and a recorder that recorded nothing", () => {
  const own = Array.from({ length: 20 }, () => "127.0.0.1");
  expect(foreignHosts([...own, "/tmp/x/.s.PGSQL.5432", "localhost"].join("\n"))).toEqual([]);
  expect(foreignHosts([...own, "api.stripe.com", "api.stripe.com"].join("\n"))).toEqual(["api.stripe.com"]);
  expect(foreignHosts([...own, "127.0.0.1.example.jp"].join("\n"))).toEqual(["127.0.0.1.example.jp"]);
  expect(foreignHosts("")).toEqual(["1 connections were recorded"]);
});

test("a planted defect counts as found only in the step that it breaks", () => {
  const output = [...ok, last, "15 ok, 1 wrong"].join("\n");
  expect(unfound(output, "a purchase", "answered with 400")).toEqual([]);
  expect(unfound(output, "a purchase", "1,540円")).toEqual([last]);
  expect(unfound([...ok, "ok     a purchase: seen", "16 ok, 0 wrong"].join("\n"), "a purchase", "400")).toEqual([
    "no line says wrong: a purchase",
  ]);
});
