import type { EventData, EventName } from "@manabiya/contract/webhooks/events.ts";
import { formatTimeCode } from "@manabiya/contract/rules/time-code.ts";

type Sentences = { [N in EventName]: (data: EventData<N>) => string };

/** The message in words, for chats that show the field `text` and know nothing of the event. */
const SENTENCES: Sentences = {
  "member.signed_up": ({ member }) => `会員${member}が会員登録しました。`,
  "trial.began": ({ member }) => `会員${member}が無料体験を始めました。`,
  "trial.ends": ({ member }) => `会員${member}の無料体験は、あと3日で終了します。`,
  "payment.paid": ({ member, invoice }) => `会員${member}のお支払いが完了しました（${invoice}）。`,
  "payment.failed": ({ member, invoice }) => `会員${member}のお支払いに失敗しました（${invoice}）。`,
  "subscription.cancelled": ({ member }) => `会員${member}が解約の手続きをしました。`,
  "subscription.ended": ({ member }) => `会員${member}の契約が終了しました。`,
  "lesson.finished": ({ member, title }) => `会員${member}がレッスン「${title}」を完了しました。`,
  "course.finished": ({ member, title }) => `会員${member}がコース「${title}」を完了しました。`,
  "question.asked": ({ member, title, second }) =>
    `会員${member}が動画「${title}」の${formatTimeCode(second)}に質問しました。`,
  "video.published": ({ title }) => `動画「${title}」を公開しました。`,
  "webhook.test": () => "テストの通知です。",
};

/** @param data as the event's schema of the contract says */
export const sentenceOf = (type: string, data: object): string =>
  (SENTENCES as Record<string, (data: object) => string>)[type]?.(data) ?? type;
