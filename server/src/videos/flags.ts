import { batched } from "../db/batched.ts";
import { type Database, statement } from "../db/open.ts";
import { flagColumns, type MemberFlags } from "./rows.ts";

/** What a member has to do with some videos; those with which they have nothing to do are missing. */
export type ReadFlags = (asked: { userId: number; ids: number[] }) => Promise<Map<number, MemberFlags>>;

/** Values: user ids and, place by place, video ids. */
const findFlags = statement<MemberFlags & { user_id: number; id: number }>(
  "videos.flags",
  `select * from (select v.user_id, v.id, ${flagColumns("v.user_id")}
                    from unnest($1::int[], $2::int[]) as v (user_id, id)) as flags
    where is_favorite or watch_later or position is not null`,
);

/** Members who ask at the same time are answered by one statement. */
export function flagsReader(db: Database): ReadFlags {
  return batched(async (asked) => {
    const users = asked.flatMap(({ userId, ids }) => ids.map(() => userId));
    const rows = await findFlags(db, [arrayOf(users), arrayOf(asked.flatMap(({ ids }) => ids))]);
    const byUser = new Map<number, Map<number, MemberFlags>>();
    for (const { user_id, id, ...flags } of rows) {
      const known = byUser.get(user_id) ?? new Map<number, MemberFlags>();
      byUser.set(user_id, known.set(id, flags));
    }
    return asked.map(({ userId }) => byUser.get(userId) ?? new Map<number, MemberFlags>());
  });
}

/** As PostgreSQL reads an array; the driver would quote every number of hundreds. */
const arrayOf = (numbers: number[]) => `{${numbers.join()}}`;
