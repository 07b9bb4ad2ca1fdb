import { expect, test } from "vitest";
import { isInvoiceNumber } from "./invoice-number.ts";

test.each(["T7000012050002", "T8010601046367", "T8700110005901"])("accepts the published number %s", (number) => {
  expect(isInvoiceNumber(number)).toBe(true);
});

test.each([
  ["without T", "7000012050002"],
  ["with a small t", "t7000012050002"],
  ["with 12 digits", "T700001205000"],
  ["with 14 digits", "T70000120500021"],
  ["with a hyphen", "T7-0000-1205-0002"],
  ["in full-width digits", "T７000012050002"],
  ["of zeros", "T0000000000000"],
])("refuses a number %s", (_name, number) => {
  expect(isInvoiceNumber(number)).toBe(false);
});

test("refuses every number with one wrong digit, and every swap of two different neighbours", () => {
  const digits = [..."7000012050002"];
  for (const [index, digit] of digits.entries()) {
    for (const other of "0123456789") {
      // The remainder by 9 does not tell 0 from 9.
      if (other === digit || (index > 0 && Math.abs(Number(other) - Number(digit)) === 9)) continue;
      expect(isInvoiceNumber(`T${digits.with(index, other).join("")}`)).toBe(false);
    }
    const next = digits[index + 1];
    if (index === 0 || next === undefined || next === digit) continue;
    expect(
      isInvoiceNumber(
        `T${digits
          .with(index, next)
          .with(index + 1, digit)
          .join("")}`,
      ),
    ).toBe(false);
  }
});
