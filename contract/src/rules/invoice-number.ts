/** A registration number of the qualified invoice system: T and 13 digits, of which the first is the check digit. */
export function isInvoiceNumber(value: string): boolean {
  const [, check, rest] = /^T([1-9])(\d{12})$/.exec(value) ?? [];
  return rest !== undefined && Number(check) === checkDigit(rest);
}

/** The check digit of a corporate number: 9 minus the remainder by 9 of the digits, every second one doubled. */
function checkDigit(digits: string): number {
  const sum = [...digits].toReversed().reduce((total, digit, index) => total + Number(digit) * (1 + (index % 2)), 0);
  return 9 - (sum % 9);
}
