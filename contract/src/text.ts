import * as z from "zod/mini";

/** PostgreSQL cannot hold NUL, and UTF-8 cannot hold half a surrogate pair. */
function isStorable(value: string): boolean {
  return !value.includes("\0") && value.isWellFormed();
}

const UNSTORABLE = "使用できない文字が含まれています。";

/** Only spaces and invisible characters. */
const INVISIBLE = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u;

/** Free text, trimmed but not NFKC-normalised. `label` is the field's name in messages. `min` 0 allows empty text. */
export function text(label: string, limits: { min?: 0; max: number }) {
  return z.string({ error: `${label}を入力してください。` }).check(
    z.trim(),
    z.refine(isStorable, { error: UNSTORABLE }),
    z.refine((value) => limits.min === 0 || !INVISIBLE.test(value), { error: `${label}を入力してください。` }),
    z.maxLength(limits.max, { error: `${label}は${limits.max}文字以内で入力してください。` }),
  );
}

/** A name on one line: full-width letters and digits become half-width, so that 「Ａ」 and "A" are the same name. */
export function name(label: string, limits: { max: number }) {
  return z.pipe(z.pipe(z.string({ error: `${label}を入力してください。` }), normalized), text(label, limits));
}

/** The form of a name for comparison and storage. */
export function normalizeName(value: string): string {
  return value.normalize("NFKC").replace(/\s+/g, " ").trim();
}

const normalized = z.transform(normalizeName);

/** Values such as tokens: limited in length and storable, never trimmed. */
export function opaque(label: string, limits: { max: number }) {
  return z
    .string({ error: `${label}が必要です。` })
    .check(
      z.refine(isStorable, { error: UNSTORABLE }),
      z.minLength(1, { error: `${label}が必要です。` }),
      z.maxLength(limits.max, { error: `${label}が正しくありません。` }),
    );
}

/** Width and case of an e-mail address do not matter. */
export const Email = z.pipe(
  z.pipe(
    z.string({ error: "メールアドレスを入力してください。" }),
    z.transform((value: string) => value.normalize("NFKC").trim().toLowerCase()),
  ),
  z.pipe(
    z
      .string()
      .check(
        z.minLength(1, { error: "メールアドレスを入力してください。" }),
        z.maxLength(254, { error: "メールアドレスは254文字以内で入力してください。" }),
      ),
    z.email({ error: "メールアドレスの形式が正しくありません。" }),
  ),
);

/** An instant as ISO 8601 in UTC, such as "2026-11-21T08:00:00.000Z". */
export const Instant = z.iso.datetime();

/** A database id in a URL. */
export const RowId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647));

export const Message = z.object({ message: z.string() });
