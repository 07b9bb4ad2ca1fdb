import type { Decline } from "../errors.ts";

const TEXTS: Record<string, string> = {
  insufficient_funds: "カードの残高が不足しています。別のカードをお試しください。",
  authentication_failure: "本人認証ができませんでした。もう一度お試しになるか、別のカードをお使いください。",
  no_payment_method: "お支払いに使えるカードが登録されていません。",
};

/** What visitors read when the bank says no. */
export function declineText({ declineCode }: Decline): string {
  return TEXTS[declineCode] ?? "カードが拒否されました。別のカードをお試しください。";
}
