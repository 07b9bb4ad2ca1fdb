import * as z from "zod/mini";
import { opaque } from "../text.ts";

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

export const PASSWORD_HINT = "8文字以上で入力してください。数字だけのパスワードは使えません。";

/** For choosing a password. */
export const NewPassword = z.string({ error: "パスワードを入力してください。" }).check(
  z.minLength(PASSWORD_MIN, { error: "パスワードは8文字以上で入力してください", abort: true }),
  z.maxLength(PASSWORD_MAX, { error: `パスワードは${PASSWORD_MAX}文字以内で入力してください。`, abort: true }),
  z.refine((value) => !/^\p{Nd}+$/u.test(value), { error: "パスワードを数字だけにすることはできません。" }),
  z.refine((value) => !value.includes("\0") && value.isWellFormed(), { error: "使用できない文字が含まれています。" }),
);

/** For checking a password: only its length is limited. */
export const CurrentPassword = opaque("パスワード", { max: 1024 });

export const RepeatedPassword = z.string({ error: "確認用のパスワードを入力してください。" });

/** Checks that two fields are equal; the message belongs to the second. */
export function samePassword<First extends string, Second extends string>(first: First, second: Second) {
  return z.refine<Record<First | Second, string>>((body) => body[first] === body[second], {
    path: [second],
    error: "パスワードが一致しません",
    // Reported even while another field is invalid.
    when: ({ value }) => {
      const body = value as Partial<Record<string, unknown>> | null;
      return typeof body?.[first] === "string" && typeof body[second] === "string";
    },
  });
}
