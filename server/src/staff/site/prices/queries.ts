import { command, instant, int, statement, uuid } from "../../../db/statement.ts";
import { PriceList } from "@manabiya/contract/billing/price-lists.ts";
import { columnsOf } from "../../../db/columns-of.ts";

/** All lists, the newest first, with the members who were told of a later charge. */
export const readScreen = statement("prices.screen", { ...columnsOf(PriceList), starts_at: instant })`
  select revision, monthly, yearly, starts_at, moves_at, withdrawn_at,
         monthly_price is not null and yearly_price is not null as is_made,
         (select count(*) from price_moves m where m.revision = l.revision) as told,
         (select count(*) from price_moves m where m.revision = l.revision and m.outcome = 'moved') as moved
    from price_lists l order by revision desc`;

/**
 * Stores a list, or replaces one that the provider does not know. Equal amounts keep the key of the requests. No row:
 * another list has this number. Values: revision, monthly, yearly, start, move, key, now.
 */
export const storeList = statement("prices.store", { revision: int, request_key: uuid })`
  insert into price_lists as l (revision, monthly, yearly, starts_at, moves_at, request_key, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (revision) do update
     set monthly = $2, yearly = $3, starts_at = $4, moves_at = $5,
         request_key = case when l.monthly = $2 and l.yearly = $3 then l.request_key else $6 end
   where l.monthly_price is null and l.withdrawn_at is null
  returning revision, request_key`;

/** A key under which the provider saved a failure is useless. Values: revision, old key, new key. */
export const replaceKey = command("prices.replace-key")`
  update price_lists set request_key = $3 where revision = $1 and request_key = $2 and monthly_price is null`;

/** No row: the list changed or was made in the meantime. Values: revision, key, both ids, now. */
export const markMade = statement("prices.mark-made", { revision: int })`
  update price_lists set monthly_price = $3, yearly_price = $4, starts_at = greatest(starts_at, $5)
   where revision = $1 and request_key = $2 and monthly_price is null and withdrawn_at is null
  returning revision`;

/** No row: it has started, or is withdrawn. Values: revision, now. */
export const withdrawList = statement("prices.withdraw", {
  revision: int,
  monthly: int,
  yearly: int,
  starts_at: instant,
})`
  update price_lists set withdrawn_at = $2
   where revision = $1 and withdrawn_at is null and (starts_at > $2 or monthly_price is null)
  returning revision, monthly, yearly, starts_at`;
