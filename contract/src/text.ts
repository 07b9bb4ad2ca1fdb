import * as z from "zod/mini";
import { nfkc } from "./nfkc.ts";

/** PostgreSQL cannot hold NUL, and UTF-8 cannot hold half a surrogate pair. */
function isStorable(value: string): boolean {
  return !value.includes("\0") && value.isWellFormed();
}

const UNSTORABLE = "使用できない文字が含まれています。";

/** Only spaces and invisible characters. */
const INVISIBLE = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u;

/** Whether nobody sees anything of the text. */
export const isInvisible = (value: string): boolean => INVISIBLE.test(value);

/** Free text, trimmed but not NFKC-normalised. `label` is the field's name in messages. `min` 0 allows empty text. */
export function text(label: string, limits: { min?: 0; max: number }) {
  return z.string({ error: `${label}を入力してください。` }).check(
    z.trim(),
    z.refine(isStorable, { error: UNSTORABLE }),
    z.refine((value) => limits.min === 0 || !INVISIBLE.test(value), { error: `${label}を入力してください。` }),
    z.maxLength(limits.max, { error: `${label}は${limits.max}文字以内で入力してください。` }),
  );
}

/** Normalised text may have been longer: white space, decomposed kana. */
const RAW_FACTOR = 4;

/**
 * A text that `form` brings into its form. It is measured before that: a body may hold so much that work on it would keep
 * others waiting. `max`: characters of the result, whose schema states its limit again.
 */
export function reformed(
  label: string,
  { max, example }: { max: number; example?: string },
  form: (value: string) => string,
) {
  return z.pipe(
    z.string({ error: `${label}を入力してください。` }).check(
      z.maxLength(max * RAW_FACTOR, { error: `${label}は${max}文字以内で入力してください。` }),
      // The limit of the API's reference.
      z.meta({ maxLength: max, ...(example && { examples: [example] }) }),
    ),
    z.transform(form),
  );
}

/** A name on one line: full-width letters and digits become half-width, so that 「Ａ」 and "A" are the same name. */
export function name(label: string, limits: { max: number }) {
  return z.pipe(reformed(label, limits, normalizeName), text(label, limits));
}

/** The form of a name for comparison and storage. */
export function normalizeName(value: string): string {
  return nfkc(value).replace(/\s+/g, " ").trim();
}

/** Signs that Windows, macOS and iOS type differently for the same key: waves, hyphens, middle dots, quotation marks. */
const ALIKE: [RegExp, string][] = [
  [/[~\u223c\u223e\u301c\u3030]/g, "~"],
  [/[\u2010-\u2015\u2043\u2212\u2500\u2501]/g, "-"],
  [/[\u00b7\u2022\u2219\u22c5]/g, "・"],
  // NFKC makes two primes of the double one.
  [/[\u201c\u201d\u301d-\u301f]|\u2032\u2032/g, '"'],
  [/[\u2018\u2019\u2032`´]/g, "'"],
  // A dash that is typed for the long-vowel mark, by now a hyphen.
  [/(?<=[\u3041-\u30ff])-/g, "ー"],
];

/** Bars, hiragana like katakana, and radicals, which texts copied from PDFs hold for the characters. */
const TWINS = "‖へべぺ⺠⻁⻄⻆⻑⻘⻝⻣⻤⻨⻩⻫⻭⻯⻲";
const ORIGINALS = "∥ヘベペ民虎西角長青食骨鬼麦黄斉歯竜亀";
const TWIN = new RegExp(`[${TWINS}]`, "g");

/** Names with equal keys look the same to people: one record has the name, and each spelling finds it. */
export function nameKey(value: string): string {
  const alike = ALIKE.reduce((text, [signs, sign]) => text.replace(signs, sign), nfkc(value).toLowerCase());
  const visible = alike.replace(/\p{Default_Ignorable_Code_Point}+/gu, "");
  return normalizeName(visible.replace(TWIN, (twin) => ORIGINALS.charAt(TWINS.indexOf(twin))));
}

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

/** Characters of a whole address (RFC 5321), and of the part before the @. */
const EMAIL_MAX = 254;
const LOCAL_MAX = 64;

/**
 * Mail servers deliver to more addresses than most forms take: RFC 5322 allows all these characters, and old addresses of
 * docomo and au have dots in a row or at the end. The mailer puts those into quotes.
 */
const EMAIL = new RegExp(
  `^[\\w!#$%&'*+/=?^\`{|}~.-]{1,${LOCAL_MAX}}@(?:[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?\\.)+[a-z][a-z\\d-]{0,61}[a-z\\d]$`,
);

/** Width and case of an e-mail address do not matter. */
const normalizeEmail = (value: string) => nfkc(value).trim().toLowerCase();

export const Email = z
  .pipe(
    reformed("メールアドレス", { max: EMAIL_MAX }, normalizeEmail),
    z.pipe(
      z
        .string()
        .check(
          z.minLength(1, { error: "メールアドレスを入力してください。" }),
          z.maxLength(EMAIL_MAX, { error: `メールアドレスは${EMAIL_MAX}文字以内で入力してください。` }),
        ),
      z.string().check(z.refine((value) => EMAIL.test(value), { error: "メールアドレスの形式が正しくありません。" })),
    ),
  )
  .check(z.meta({ format: "email" }));

/** People, PostgreSQL and JavaScript read far years differently, and none is meant. */
const near = (format: "date" | "date-time", error: string) =>
  z.string().check(
    z.refine((value) => value >= "1900-01-01" && value < "2200-01-01", { error }),
    z.meta({ format }),
  );

/** A day such as "2026-11-21". */
export const day = (error: string) => z.pipe(z.iso.date({ error }), near("date", error));

/** An instant that somebody chooses, as `Instant`. */
export const chosenInstant = (error: string) => z.pipe(z.iso.datetime({ error }), near("date-time", error));

/** An instant as ISO 8601 in UTC, such as "2026-11-21T08:00:00.000Z". */
export const Instant = z.iso.datetime();

/** A database id in a URL. */
export const RowId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647));

/** The parameters of a call about one row. */
export const params = z.object({ id: RowId });

export const Message = z.object({ message: z.string() });
