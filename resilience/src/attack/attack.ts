// Attacks on a real server, as a stranger or a member makes them. Each must fail, and must succeed on a copy of the
// server in which one defect was planted: an attack that no defect lets through proves nothing.
import { type Finding, none } from "../finding.ts";
import { ATTACKS } from "./attacks.ts";
import { judgeAttacks, type Seen } from "./judge.ts";
import { openRange, type Range } from "./range.ts";
import { SourceCopy } from "./source-copy.ts";
import type { Attack, Outcome } from "./target.ts";

/** @param names of attacks; none: all */
export async function runDrill(names: string[]): Promise<Finding[]> {
  const unknown = names.filter((name) => !ATTACKS.some((attack) => attack.name === name));
  if (unknown.length > 0) return [none("names of attacks that do not exist", unknown)];
  const chosen = ATTACKS.filter(({ name }) => names.length === 0 || names.includes(name));
  const range = await openRange();
  const copy = new SourceCopy();
  const seen: Seen[] = [];
  try {
    const target = await range.start(copy.root);
    try {
      for (const attack of chosen) {
        const real = await range.attack(attack, target);
        const planted = await attackPlanted(attack, { range, copy });
        seen.push({ name: attack.name, what: attack.what, real, planted });
        const found = planted.filter(({ succeeded }) => succeeded > 0).length;
        const defects = `${found} of ${planted.length} planted defects found`;
        console.log(`${attack.name}: ${real.attempts} attempts, ${real.succeeded} succeeded; ${defects}`);
      }
    } finally {
      await target.stop();
    }
    return judgeAttacks(seen);
  } finally {
    copy.remove();
    await range.close();
  }
}

async function attackPlanted(attack: Attack, { range, copy }: { range: Range; copy: SourceCopy }): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const plant of [attack.plant, ...(attack.alsoPlant ?? [])]) {
    const restore = copy.plant(plant);
    try {
      const target = await range.start(copy.root);
      try {
        outcomes.push(await range.attack(attack, target));
      } finally {
        await target.stop();
      }
    } finally {
      restore();
    }
  }
  return outcomes;
}
