import * as z from "zod/mini";

/** PostgreSQL cannot hold NUL, and UTF-8 cannot hold half a surrogate pair. */
function isStorable(value: string): boolean {
  return !value.includes("\0") && value.isWellFormed();
}

const UNSTORABLE = "使用できない文字が含まれています。";

/** Spaces, and what no screen shows: neither makes a text. */
const SHOWS_NOTHING = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u;

/** Free text as typed: trimmed, NFKC left alone. `label` names the field in messages. `min` 0: it may be empty. */
export function text(label: string, limits: { min?: 0; max: number }) {
  return z.string({ error: `${label}を入力してください。` }).check(
    z.trim(),
    z.refine(isStorable, { error: UNSTORABLE }),
    z.refine((value) => limits.min === 0 || !SHOWS_NOTHING.test(value), {
      error: `${label}を入力してください。`,
    }),
    z.maxLength(limits.max, { error: `${label}は${limits.max}文字以内で入力してください。` }),
  );
}

/**
 * A name people are called by: full-width letters and digits become half-width, so that 「Ａ」 and "A" are one, and so
 * do any spaces and line breaks in a row, which look like one space.
 */
export function name(label: string, limits: { max: number }) {
  return z.pipe(z.pipe(z.string({ error: `${label}を入力してください。` }), normalized), text(label, limits));
}

/** A name in the form in which it is compared and kept. */
export function normalizeName(value: string): string {
  return value.normalize("NFKC").replace(/\s+/g, " ").trim();
}

const normalized = z.transform(normalizeName);

/** Opaque values such as tokens: bounded and storable, never trimmed. */
export function opaque(label: string, limits: { max: number }) {
  return z
    .string({ error: `${label}が必要です。` })
    .check(
      z.refine(isStorable, { error: UNSTORABLE }),
      z.minLength(1, { error: `${label}が必要です。` }),
      z.maxLength(limits.max, { error: `${label}が正しくありません。` }),
    );
}

/** E-mail addresses are compared without regard to width and case. */
export const Email = z.pipe(
  z.pipe(
    z.string({ error: "メールアドレスを入力してください。" }),
    z.transform((value: string) => value.normalize("NFKC").trim().toLowerCase()),
  ),
  z
    .string()
    .check(
      z.minLength(1, { error: "メールアドレスを入力してください。", abort: true }),
      z.maxLength(254, { error: "メールアドレスは254文字以内で入力してください。", abort: true }),
      z.email({ error: "メールアドレスの形式が正しくありません。" }),
    ),
);

/** An instant as ISO 8601 in UTC, such as "2026-11-21T08:00:00.000Z". */
export const Instant = z.iso.datetime();

/** An id of ours in an address. */
export const RowId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647));

export const Message = z.object({ message: z.string() });
