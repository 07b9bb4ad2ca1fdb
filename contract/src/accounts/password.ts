import * as z from "zod/mini";
import { acrossFields } from "../across-fields.ts";
import { opaque } from "../text.ts";

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

export const PASSWORD_HINT = "8文字以上で入力してください。数字だけのパスワードは使えません。";

/** For choosing a password. */
export const NewPassword = z.pipe(
  z
    .string({ error: "パスワードを入力してください。" })
    .check(
      z.minLength(PASSWORD_MIN, { error: "パスワードは8文字以上で入力してください" }),
      z.maxLength(PASSWORD_MAX, { error: `パスワードは${PASSWORD_MAX}文字以内で入力してください。` }),
    ),
  z.string().check(
    z.refine((value) => !/^\p{Nd}+$/u.test(value), { error: "パスワードを数字だけにすることはできません。" }),
    z.refine((value) => !value.includes("\0") && value.isWellFormed(), { error: "使用できない文字が含まれています。" }),
  ),
);

/** For checking a password: only its length is limited. */
export const CurrentPassword = opaque("パスワード", { max: 1024 });

export const RepeatedPassword = z.string({ error: "確認用のパスワードを入力してください。" });

/** Checks that two fields are equal; the message belongs to the second. */
export function samePassword<First extends string, Second extends string>(first: First, second: Second) {
  return acrossFields<Record<First | Second, string>>(
    ({ [first]: one, [second]: other }) => typeof one !== "string" || typeof other !== "string" || one === other,
    { path: second, error: "パスワードが一致しません" },
  );
}
