import { DAY, JAPAN, japanDay } from "@manabiya/contract/rules/japan-day.ts";
import type { StaffRights } from "@manabiya/contract/rules/staff-rights.ts";
import { shownNeeds } from "@manabiya/contract/staff/dashboard/need-texts.ts";
import type { FastifyBaseLogger } from "fastify";
import { text } from "../../db/columns.ts";
import type { Database } from "../../db/open.ts";
import { command, statement } from "../../db/statement.ts";
import { type Mail, queueMail } from "../../mail/outbox.ts";
import type { LiveSite } from "../../site/live-site.ts";
import { alertMail, digestMail } from "./owner-mails.ts";
import { readDashboard } from "./read.ts";

/** A superuser typed the addresses. */
const OWNER: StaffRights = { is_staff: true, is_superuser: true, may_see_members: true, may_see_money: true };

const listTold = statement("owner.list-told", { matter: text })`select matter from owner_matters`;

const insertTold = command("owner.insert-told")`
  insert into owner_matters (matter, told_at) select unnest($1::text[]), $2
  on conflict (matter) do update set told_at = excluded.told_at`;

/** One that comes and goes is told once a day at most. Values: the matters that wait, a day ago. */
const forgetSettled = command("owner.forget-settled")`
  delete from owner_matters where matter <> all ($1::text[]) and told_at < $2`;

interface Deps {
  db: Database;
  site: LiveSite;
  now: () => number;
  logger: Pick<FastifyBaseLogger, "warn">;
}

/**
 * Mails the owner what needs somebody: at once what a task calls urgent (`atOnce`), each matter once until it is settled,
 * and each morning all tasks, if there are any of today (decisions/089). One process runs it at a time (jobs/due-jobs.ts).
 */
export async function tellOwner({ db, site, now, logger }: Deps): Promise<void> {
  if (site.alertAddresses.length === 0) return;
  const at = now();
  const { needs, yesterday } = await readDashboard({ db, site, reader: OWNER, at, log: logger });
  const shown = shownNeeds(needs);
  const told = new Set((await listTold(db, [])).map(({ matter }) => matter));
  const waiting = new Set<string>();

  /** Queues a mail to each address, and remembers it with them. A mail beyond its limit waits for the next run. */
  async function tell(matters: string[], mailTo: (recipient: string) => Mail): Promise<void> {
    await db.transaction(async (tx) => {
      let queued = 0;
      for (const recipient of site.alertAddresses) {
        if ((await queueMail(tx, mailTo(recipient), {}, at)) === 0) queued += 1;
      }
      if (queued > 0) await insertTold(tx, [matters, new Date(at).toISOString()]);
    });
  }

  for (const { kind, count, atOnce, matters } of needs) {
    // A task that could not be read is neither new nor settled.
    if (count === null) for (const matter of told) if (matter.startsWith(kind)) waiting.add(matter);
    const need = shown.find((each) => each.kind === kind);
    if (!need || atOnce === undefined) continue;
    const present = atOnce === "each" ? matters.map((id) => `${kind} ${id}`) : (count ?? 0) >= atOnce ? [kind] : [];
    for (const matter of present) waiting.add(matter);
    if (present.some((matter) => !told.has(matter)))
      await tell(present, (recipient) => alertMail(site, recipient, need));
  }

  const digest = `digest ${japanDay(at)}`;
  waiting.add(digest);
  const { figures } = yesterday;
  const isDue = new Date(at + JAPAN).getUTCHours() >= site.digestHour && !told.has(digest);
  const countOf = (kind: string) => figures.find((each) => each.kind === kind)?.count ?? 0;
  const hasNews = site.digestOfMembers && countOf("signups") + countOf("cancellations") > 0;
  if (isDue && (hasNews || shown.some(({ isUrgent, isOfToday }) => isUrgent || isOfToday))) {
    await tell([digest], (recipient) => digestMail(site, recipient, { needs: shown, figures, at }));
  }
  await forgetSettled(db, [[...waiting], new Date(at - DAY).toISOString()]);
}
