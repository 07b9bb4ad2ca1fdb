import type { Rehearsal } from "../rehearsal.ts";
import { buying } from "./buying.ts";
import { changing } from "./changing.ts";
import { closing, ending } from "./ending.ts";
import { keeping } from "./keeping.ts";
import { month } from "./month.ts";
import { opening } from "./opening.ts";
import { Visit } from "./visit.ts";

const STEPS = [...opening, ...buying, ...changing, ...ending, ...month, ...keeping, ...closing];

/** Walks through the service as its visitors and staff do. @returns how many steps were wrong */
export async function walk(rehearsal: Rehearsal, print: (line: string) => void): Promise<number> {
  const visit = new Visit(rehearsal);
  let wrong = 0;
  for (const { title, remedy, run } of STEPS) {
    try {
      const seen = await Promise.race([run(visit), rehearsal.ended]);
      print(`ok     ${title}: ${seen}`);
    } catch (error) {
      wrong += 1;
      print(`wrong  ${title}: ${error instanceof Error ? error.message : String(error)} -> ${remedy}`);
    }
  }
  print(`${STEPS.length - wrong} ok, ${wrong} wrong`);
  return wrong;
}
