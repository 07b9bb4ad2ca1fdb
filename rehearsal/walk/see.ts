import { setTimeout as pause } from "node:timers/promises";

/** A step saw something else than it must see. */
class Wrong extends Error {}

/** @throws Wrong unless `holds` */
export function see(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Wrong(otherwise);
}

/** Milliseconds: the server's jobs and its sender of mails look every few seconds. */
const PATIENCE = 15_000;

/** Waits for what the server does by itself. @throws Wrong */
export async function eventually(check: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (const end = Date.now() + PATIENCE; !(await check()); await pause(100)) {
    if (Date.now() > end) throw new Wrong(otherwise);
  }
}
