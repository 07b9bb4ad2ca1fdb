import * as z from "zod/mini";

const member = z.int();
const title = z.string();
/** An instant as ISO 8601 in UTC. */
const at = z.string();
const payment = { member, invoice: z.string(), amount: z.int(), currency: z.string() };
const trial = z.object({ member, ends_at: at });

/**
 * The `data` of each event. A member is a number alone, which staff know from the list of members; the address stands in
 * `member.signed_up` only, because lists of a newsletter begin with it (decisions/094).
 */
export const EVENT_DATA = {
  /** `email`: nobody has verified it; null: the account was closed before the message was sent. */
  "member.signed_up": z.object({ member, email: z.nullable(z.string()) }),
  "trial.began": trial,
  /** Three days before the end, if the member has not bought a plan. */
  "trial.ends": trial,
  /** `amount`: with tax, in the smallest unit of the currency. */
  "payment.paid": z.object(payment),
  /** The first failure of a bill; the card provider tries it again. */
  "payment.failed": z.object(payment),
  /** It is not renewed, and runs until its end. */
  "subscription.cancelled": z.object({ member, ends_at: z.nullable(at) }),
  "subscription.ended": z.object({ member }),
  "lesson.finished": z.object({ member, video: z.int(), title }),
  "course.finished": z.object({ member, course: z.int(), title }),
  "question.asked": z.object({ member, question: z.int(), video: z.int(), title, second: z.int() }),
  "video.published": z.object({ video: z.int(), title }),
  /** Sent by a press of staff. */
  "webhook.test": z.object({}),
} as const;

export type EventName = keyof typeof EVENT_DATA;
export type EventData<N extends EventName> = z.output<(typeof EVENT_DATA)[N]>;

export const EVENT_LABELS: Record<EventName, string> = {
  "member.signed_up": "会員登録",
  "trial.began": "無料体験の開始",
  "trial.ends": "無料体験の終了の3日前",
  "payment.paid": "お支払いの完了",
  "payment.failed": "お支払いの失敗",
  "subscription.cancelled": "解約の手続き",
  "subscription.ended": "契約終了",
  "lesson.finished": "レッスンの完了",
  "course.finished": "コースの完了",
  "question.asked": "動画への質問",
  "video.published": "動画の公開",
  "webhook.test": "テスト",
};

export const TEST_EVENT = "webhook.test";
/** The events that an address can ask for. */
export const EVENT_NAMES = (Object.keys(EVENT_DATA) as EventName[]).filter((name) => name !== TEST_EVENT);
