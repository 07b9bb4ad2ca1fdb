import * as z from "zod/mini";

const member = z.int();
const title = z.string();
/** An instant as ISO 8601 in UTC. */
const at = z.string();
const payment = { member, invoice: z.string(), amount: z.int(), currency: z.string() };
const trial = { member, ends_at: at };

/* @__NO_SIDE_EFFECTS__ */
const event = <const D extends z.core.$ZodShape>(label: string, data: D) => ({ label, data: z.object(data) });

/**
 * The name of each event on screens, and its `data`. A member is a number alone, which staff know from the list of members; the
 * address stands in `member.signed_up` only, because lists of a newsletter begin with it (decisions/094).
 */
export const EVENTS = {
  /** `email`: nobody has verified it; null: the account was closed before the message was sent. */
  "member.signed_up": event("会員登録", { member, email: z.nullable(z.string()) }),
  "trial.began": event("無料体験の開始", trial),
  /** Three days before the end, if the member has not bought a plan. */
  "trial.ends": event("無料体験の終了3日前", trial),
  /** `amount`: with tax, in the smallest unit of the currency. */
  "payment.paid": event("お支払いの完了", payment),
  /** The first failure of a bill; the card provider tries it again. */
  "payment.failed": event("お支払いの失敗", payment),
  /** It is not renewed, and runs until its end. */
  "subscription.cancelled": event("解約の手続き", { member, ends_at: z.nullable(at) }),
  "subscription.ended": event("契約終了", { member }),
  "lesson.finished": event("レッスンの完了", { member, video: z.int(), title }),
  "course.finished": event("コースの完了", { member, course: z.int(), title }),
  "question.asked": event("動画への質問", { member, question: z.int(), video: z.int(), title, second: z.int() }),
  "video.published": event("動画の公開", { video: z.int(), title }),
  /** Sent by a press of staff. */
  "webhook.test": event("テスト", {}),
};

export type EventName = keyof typeof EVENTS;
export type EventData<N extends EventName> = z.output<(typeof EVENTS)[N]["data"]>;

/** The events that an address can ask for. */
export const EVENT_NAMES = (Object.keys(EVENTS) as EventName[]).filter((name) => name !== "webhook.test");

/** @param type of a stored message: a later release may have removed the event */
export const labelOf = (type: string) => (type in EVENTS ? EVENTS[type as EventName].label : type);
