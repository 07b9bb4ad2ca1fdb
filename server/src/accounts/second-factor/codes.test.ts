import { expect, test } from "vitest";
import { TOTP } from "otpauth";
import { isAuthenticatorCode } from "./queries.ts";
import { isSecondFactorRequired, needsSecondFactor } from "./required.ts";
import { newSecret, stepOf, totpUri } from "./totp.ts";

const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
/** The first millisecond of a step of thirty seconds. */
const STEP = 60_000_000;
const START = STEP * 30_000;
const codeAt = (timestamp: number) => new TOTP({ secret: SECRET }).generate({ timestamp });

test.each([
  ["at the step's begin", 0, STEP],
  ["at its end", 29_999, STEP],
  ["a millisecond before it", -1, STEP],
  ["a step before it", -30_000, STEP],
  ["a millisecond more", -30_001, null],
  ["in the step after it", 30_000, STEP],
  ["at that step's end", 59_999, STEP],
  ["a millisecond later", 60_000, null],
])("a code is taken %s", (_when, offset, step) => {
  expect(stepOf(codeAt(START), SECRET, START + offset)).toBe(step);
});

test.each([
  ["123456", true],
  ["000000", true],
  ["12345", false],
  ["1234567", false],
  ["12345A", false],
  ["", false],
])("%j is a code of an authenticator: %j", (code, expected) => {
  expect(isAuthenticatorCode(code)).toBe(expected);
});

test("a secret has 160 bits, and its address names site and member", () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(totpUri(SECRET, { issuer: "学び舎", label: "a@example.com" })).toContain("period=30&secret=".slice(0, 9));
});

test.each([
  // is_staff, is_superuser, must have one, required of all, has one: required, needed
  [false, false, false, false, false, false, false],
  [false, false, true, true, false, false, false],
  [true, false, false, false, false, false, false],
  [true, false, true, false, false, true, true],
  [true, false, false, true, false, true, true],
  [true, false, true, true, true, true, false],
  [false, true, false, true, false, true, true],
  [false, true, true, false, true, true, false],
])(
  "staff %j, superuser %j, must %j, all must %j, has %j",
  (is_staff, is_superuser, must, ofAll, has, required, needs) => {
    const user = { is_staff, is_superuser, must_have_second_factor: must, has_second_factor: has };
    expect(isSecondFactorRequired(user, ofAll)).toBe(required);
    expect(needsSecondFactor(user, ofAll)).toBe(needs);
  },
);
