/** "１,９８０円" → 1980; NaN for other texts. */
export function typedNumber(text: string): number {
  const digits = text.normalize("NFKC").replaceAll(/[,\s円%]/g, "");
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
}
