import { nfkc } from "@manabiya/contract/nfkc.ts";

/**
 * A pattern of LIKE for texts that contain `words`, in the form of NFKC. LIKE's special characters stand for
 * themselves.
 */
export function containing(words: string): string {
  return `%${nfkc(words).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
