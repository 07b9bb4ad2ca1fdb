// Breaks the service in some forty ways, each by its cause, and looks into the owner's mailbox: docs/how-you-hear-of-trouble.md.
import type { Finding } from "../../finding.ts";
import { type Heard, judgeHeard } from "./judge.ts";
import { failUnits, lookAtBreakdowns, loseMailServer, mailServerBack } from "./looks.ts";
import { openSite, type Site } from "./site.ts";
import { hearOfTroubles } from "./tells.ts";
import { liveQuietWeek } from "./week.ts";

const STAGES: Record<string, (site: Site, print: (heard: Heard) => void) => Promise<Finding[] | void>> = {
  looks: async (site, print) => {
    await site.unit("manabiya-check.service");
    const mails = site.newMails();
    if (mails.length > 0) throw new Error(`The installation was not in order before: ${mails[0]?.text}`);
    await lookAtBreakdowns(site, print);
    print(await loseMailServer(site));
    print(await mailServerBack(site));
    await failUnits(site, print);
  },
  week: liveQuietWeek,
  tells: hearOfTroubles,
};

/** @param stages default: all */
export async function runDrill(stages: string[]): Promise<Finding[]> {
  const opened: (() => Promise<unknown> | void)[] = [];
  const findings: Finding[] = [];
  const print = (heard: Heard) => {
    const finding = judgeHeard(heard);
    console.log(`${finding.holds ? "heard " : "FAILED"}  ${finding.what}: ${finding.figure}`);
    findings.push(finding);
  };
  try {
    const site = await openSite(opened);
    for (const [name, stage] of Object.entries(STAGES)) {
      if (stages.length === 0 || stages.includes(name)) findings.push(...((await stage(site, print)) ?? []));
    }
    return findings;
  } finally {
    for (const step of opened.toReversed()) await step();
  }
}
