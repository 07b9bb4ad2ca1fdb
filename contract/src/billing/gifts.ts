import * as z from "zod/mini";
import { nfkc } from "../nfkc.ts";
import { call } from "../route.ts";
import { GIFT_MONTHS } from "./gift-terms.ts";
import { Instant, reformed } from "../text.ts";

const CODE_LENGTH = 16;

const CODE = `ギフトコードは、英数字${CODE_LENGTH}文字です。入力した文字を確認してください。`;

/** Typed in any case and width, with blanks or hyphens. */
const GiftCode = z.pipe(
  reformed("ギフトコード", { max: 40, example: "K7MP-2XQA-9RTB-4WHC" }, (typed) =>
    nfkc(typed)
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]/g, ""),
  ),
  z.string().check(z.regex(new RegExp(`^[A-Z0-9]{${CODE_LENGTH}}$`), { error: CODE })),
);

export const RedeemGiftBody = z.object({ code: GiftCode });

/** A gift that the member bought. */
export const Gift = z.object({
  /** Of its checkout. */
  session_id: z.string(),
  months: z.int(),
  /** Grouped by hyphens. */
  code: z.string(),
  bought_at: Instant,
  /** The first instant at which the code is not valid any more. */
  valid_until: Instant,
  redeemed_at: z.nullable(Instant),
  /** Of an unused gift. `refunded`: also in part, or by a lost dispute. `disputed`: a bank decides. */
  payment: z.optional(z.enum(["paid", "refunded", "disputed"])),
  /** The code can be used: it is paid, not used and not too old. */
  is_open: z.boolean(),
});
export type Gift = z.infer<typeof Gift>;

export const gifts = {
  /** The newest first. `valid_until`: of a gift that is bought now. */
  list: call("List the gifts that the member bought", {
    response: { 200: z.object({ gifts: z.array(Gift), valid_until: Instant }) },
    errors: [429],
  }),
  /** `subscription.checkSession` tells its result. 409: `sales_closed`, `price_changed`. */
  create: call("Start the checkout of a gift", {
    body: z.object({
      months: z.literal(GIFT_MONTHS, { error: "月数を選択してください。" }),
      /** Yen including tax, as the confirmation showed it. */
      price: z.int({ error: "priceが正しくありません。" }),
    }),
    response: { 200: z.object({ url: z.string(), session_id: z.string() }) },
    errors: [409, 429],
  }),
  /**
   * 400 for `code`. 409: `gift_subscribed` beside a running contract, and the code stays valid; `gift_used`; `gift_void` after a refund or dispute. The
   * same member's repeated call gives the same answer.
   */
  redeem: call("Use a gift's code", {
    body: RedeemGiftBody,
    response: { 200: z.object({ months: z.int(), access_granted_until: Instant }) },
    errors: [409, 429],
  }),
};
