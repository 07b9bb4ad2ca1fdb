import { expect, test } from "vitest";
import { readEvent } from "./received-event.ts";

const event = (type: string, object: unknown, id: unknown = "evt_1") =>
  readEvent(JSON.stringify({ id, type, data: { object } }));
const DISPUTE = { id: "dp_1", object: "dispute", status: "lost", charge: "ch_1", amount: 1650, reason: "fraudulent" };

test.each([
  [{ object: "invoice", customer: "cus_1" }, "cus_1"],
  [{ object: "invoice", customer: { id: "cus_1" } }, "cus_1"],
  [{ object: "invoice", customer: null }, null],
  [{ object: "invoice" }, null],
  [{ object: "customer", id: "cus_1" }, "cus_1"],
  [{ object: "invoice", customer: "c".repeat(255) }, "c".repeat(255)],
])("an event about %o is of the customer %s", (object, customerId) => {
  expect(event("invoice.paid", object)).toEqual({
    id: "evt_1",
    type: "invoice.paid",
    customerId,
    dispute: null,
    warning: null,
  });
});

test.each([
  ["a customer of 256 characters", { object: "invoice", customer: "c".repeat(256) }],
  ["an empty customer", { object: "invoice", customer: "" }],
  ["a customer that is a path", { object: "invoice", customer: "../x" }],
  ["no kind", { customer: "cus_1" }],
  ["no object", null],
])("%s is a shape that is not read", (_what, object) => {
  expect(event("invoice.paid", object)).toEqual({ id: "evt_1", type: "invoice.paid", ignored: "shape" });
});

test("another type is ignored before its shape, and a body without an id is no event", () => {
  expect(event("price.created", null)).toEqual({ id: "evt_1", type: "price.created", ignored: "type" });
  for (const id of ["", "a b", null, "e".repeat(256)]) expect(event("invoice.paid", {}, id)).toBeNull();
  expect(readEvent("no JSON")).toBeNull();
});

test.each([
  [{}, { amount: 1650, reason: "fraudulent", evidence_details: { due_by: null } }],
  [{ amount: 0 }, { amount: 0 }],
  [{ amount: 2_147_483_647 }, { amount: 2_147_483_647 }],
  [{ reason: 5 }, { reason: "general" }],
  [{ charge: { id: "ch_2" } }, { charge: "ch_2" }],
  [{ evidence_details: { due_by: 0 } }, { evidence_details: { due_by: 0 } }],
  [{ evidence_details: { due_by: 8_640_000_000_000 } }, { evidence_details: { due_by: 8_640_000_000_000 } }],
  [{ evidence_details: { due_by: 8_640_000_000_001 } }, { evidence_details: { due_by: null } }],
  [{ evidence_details: { due_by: -1 } }, { evidence_details: { due_by: null } }],
])("a dispute with %o is read as %o", (given, dispute) => {
  for (const type of ["charge.dispute.created", "charge.dispute.closed"]) {
    expect(event(type, { ...DISPUTE, ...given })).toMatchObject({ customerId: null, dispute });
  }
  expect(event("charge.refunded", { ...DISPUTE, ...given })).toMatchObject({ dispute: null });
});

test.each([{ amount: -1 }, { amount: 2_147_483_648 }, { amount: 1.5 }, { status: 1 }, { charge: "" }, { id: "" }])(
  "a dispute with %o is a shape that is not read",
  (given) => {
    expect(event("charge.dispute.created", { ...DISPUTE, ...given })).toMatchObject({ ignored: "shape" });
  },
);
