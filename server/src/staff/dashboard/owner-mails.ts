import type { DayFigure } from "@manabiya/contract/staff/dashboard/dashboard.ts";
import { FIGURE_NAMES, REVENUE, type shownNeeds } from "@manabiya/contract/staff/dashboard/need-texts.ts";
import { DAY } from "@manabiya/contract/rules/japan-day.ts";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import { dayOf } from "../../billing/emails/day.ts";
import type { SiteSettings } from "../../config/config.ts";
import { composeEmail } from "../../mail/email-layout.ts";
import type { Mail } from "../../mail/outbox.ts";

type ShownNeed = ReturnType<typeof shownNeeds>[number];

/** A place on the dashboard begins with "#". */
const addressOf = (site: SiteSettings, to: string) =>
  site.publicUrl + (to.startsWith("#") ? `/admin/dashboard${to}` : to);

/** About one kind of trouble: what happened, what to press, and where. */
export function alertMail(site: SiteSettings, recipient: string, { text, to, todo }: ShownNeed): Mail {
  return composeEmail(site, { kind: "owner-alert", recipient, title: text }, [
    `${text}。${todo ?? ""}`,
    { label: "画面を開く", url: addressOf(site, to) },
  ]);
}

function figureLine({ kind, count, before }: DayFigure): string[] {
  const name = FIGURE_NAMES[kind];
  const shown = (value: number | null) =>
    value === null ? "—" : kind === REVENUE ? formatYen(value) : value.toLocaleString("ja-JP");
  return name === undefined ? [] : [`${name}：${shown(count)}（前日 ${shown(before)}）`];
}

/** The day's tasks and the figures of the day before, by date: a mail may be read later. */
export function digestMail(
  site: SiteSettings,
  recipient: string,
  { needs, figures, at }: { needs: ShownNeed[]; figures: DayFigure[]; at: number },
): Mail {
  const tasks = needs.map(({ text, to }) => `・${text}\n${addressOf(site, to)}`);
  return composeEmail(site, { kind: "owner-digest", recipient, title: `${dayOf(at)}の確認事項` }, [
    needs.length === 0 ? "確認が必要なことはありません。" : tasks.join("\n"),
    { label: "管理画面を開く", url: `${site.publicUrl}/admin/dashboard` },
    [`${dayOf(at - DAY)}の件数と金額`, ...figures.flatMap(figureLine)].join("\n"),
  ]);
}
