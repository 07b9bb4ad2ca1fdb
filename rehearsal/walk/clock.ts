import { setTimeout as pause } from "node:timers/promises";
import type { Visit } from "./visit.ts";

/** Presses a button of the clock, and waits until it stands still. */
export async function jump({ rehearsal: { deskUrl, sandbox } }: Visit, days: "month" | "day"): Promise<void> {
  const page = `${deskUrl}/sandbox/`;
  await fetch(`${page}clock`, { method: "POST", body: new URLSearchParams({ jump: days }) });
  const stands = async () => !(await (await fetch(page)).text()).includes("まで進めています");
  while (!(await stands())) await pause(100);
  await sandbox.webhooks.idle();
}
