import { randomUUID } from "node:crypto";
import { contract } from "@manabiya/contract";
import { addDays, japanDay, startOfJapanDay } from "@manabiya/contract/rules/japan-day.ts";
import { STANDARD_PRICES } from "@manabiya/contract/rules/prices.ts";
import {
  NOTICE_DAYS,
  type PriceList,
  type PriceListForm,
  type PriceScreen,
} from "@manabiya/contract/billing/price-lists.ts";
import { recordChange } from "../../../audit/record.ts";
import { listAt } from "../../../site/price-lists.ts";
import { makePrices } from "../../../billing/prices/make-prices.ts";
import { startLists } from "../../../billing/prices/start-lists.ts";
import { isSavedFailure, withProviderErrors } from "../../../billing/provider/provider.ts";
import type { Database } from "../../../db/open.ts";
import type { StaffContext } from "../../context.ts";
import { AppError, conflict, notFound, validationError } from "../../../errors/app-error.ts";
import { requireSuperuser } from "../../members/edit-member.ts";
import { markMade, readScreen, replaceKey, storeList, withdrawList } from "./queries.ts";

const NOT_MADE =
  "決済サービスに料金を登録できませんでした。まだどこにも表示されていません。同じ内容でもう一度保存してください。";

const STANDARD: PriceList = {
  ...STANDARD_PRICES,
  revision: 0,
  starts_at: null,
  moves_at: null,
  withdrawn_at: null,
  is_made: true,
  told: 0,
  moved: 0,
};

export function adminPriceRoutes({ app, db, site, billing, now }: StaffContext): void {
  const { read, create, withdraw } = contract.adminPrices;
  const at = () => new Date(now()).toISOString();

  async function screen(): Promise<PriceScreen> {
    await site.reloadPrices();
    return screenOf(db);
  }

  /** With the prices that were read last: a transaction must not wait for another connection. */
  async function screenOf(tx: Database): Promise<PriceScreen> {
    const lists = await readScreen(tx, []);
    const holding = listAt(site.prices, now())?.revision ?? 0;
    const isNext = ({ withdrawn_at, is_made, starts_at }: (typeof lists)[number]) =>
      withdrawn_at === null && (!is_made || Date.parse(starts_at) > now());
    const current = lists.find(({ revision }) => revision === holding) ?? STANDARD;
    return {
      current,
      revision: lists[0]?.revision ?? 0,
      next: lists.filter(isNext),
      earlier: [...lists.filter((list) => list !== current && !isNext(list)), ...(holding === 0 ? [] : [STANDARD])],
    };
  }

  app.answer(read, screen);

  app.answer(create, async ({ body: { revision: seen, ...form }, currentUser }) => {
    const times = timesOf(form, now());
    await site.reloadPrices();
    const list = await db.transaction(async (tx) => {
      await requireSuperuser(tx, currentUser.id);
      const before = await screenOf(tx);
      if (seen !== undefined && seen !== before.revision) throw conflict(before);
      if (before.next.some(({ is_made }) => is_made))
        throw new AppError(
          400,
          "price_scheduled",
          "料金の変更がすでに予定されています。別の料金にするには、先に予定を取り下げてください。",
        );
      const revision = before.next[0]?.revision ?? before.revision + 1;
      const { monthly, yearly } = form;
      const values = [revision, monthly, yearly, times.starts_at, times.moves_at, randomUUID(), at()];
      const [stored] = await storeList(tx, values);
      if (!stored) throw conflict(await screenOf(tx));
      return { ...stored, monthly, yearly };
    });
    const ids = await withProviderErrors(NOT_MADE, () => makePrices(billing, list)).catch(async (error: unknown) => {
      const { cause } = error as Error;
      if (isSavedFailure(cause)) await replaceKey(db, [list.revision, list.request_key, randomUUID()]);
      throw error;
    });
    await db.transaction(async (tx) => {
      const made = await markMade(tx, [list.revision, list.request_key, ids.monthly, ids.yearly, at()]);
      if (made.length === 0) return;
      const change = { by: currentUser.id, action: "prices.create" as const, id: list.revision };
      await recordChange(tx, { ...change, after: { ...form, starts_at: times.starts_at } }, now());
    });
    await startLists(billing).catch((err: unknown) => {
      billing.log.warn({ err }, "the checkouts of the old prices are still open: the job tries again");
    });
    return screen();
  });

  app.answer(withdraw, async ({ params: { revision }, currentUser }) => {
    await db.transaction(async (tx) => {
      await requireSuperuser(tx, currentUser.id);
      const [withdrawn] = await withdrawList(tx, [revision, at()]);
      if (withdrawn) {
        const { revision: id, ...before } = withdrawn;
        await recordChange(tx, { by: currentUser.id, action: "prices.withdraw", id, before }, now());
        return;
      }
      const known = (await readScreen(tx, [])).find((list) => list.revision === revision);
      if (!known) throw notFound("料金の予定");
      if (known.withdrawn_at === null)
        throw new AppError(409, "price_started", "この料金はすでに始まっているため、取り下げられません。");
    });
    return screen();
  });
}

/** @throws 400 for a day that is too early */
function timesOf({ starts_on, moves_on }: PriceListForm, now: number): { starts_at: string; moves_at: string | null } {
  const today = japanDay(now);
  if (starts_on !== null && starts_on <= today)
    throw validationError({ starts_on: ["明日以降の日を選択してください。"] });
  // Members are told when the prices start. The day of the notice does not count.
  const first = addDays(starts_on ?? today, NOTICE_DAYS + 1);
  if (moves_on !== null && moves_on < first) {
    throw validationError({
      moves_on: [
        `お知らせから${NOTICE_DAYS}日以上あけるため、${first.replaceAll("-", "/")}以降の日を選択してください。`,
      ],
    });
  }
  return {
    starts_at: new Date(starts_on === null ? now : startOfJapanDay(starts_on)).toISOString(),
    moves_at: moves_on && new Date(startOfJapanDay(moves_on)).toISOString(),
  };
}
