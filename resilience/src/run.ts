import { type Finding, report } from "./finding.ts";

interface Prover {
  prove(args: string[]): Promise<Finding[]>;
}

/** Runs one prover of this folder. @returns the exit code */
export async function runProver(name: string, args: string[]): Promise<number> {
  const { prove } = (await import(`./${name}.ts`)) as Prover;
  return report(await prove(args));
}
