import { atLeast, type Finding, none } from "../../finding.ts";
import { ACCEPTED, type Accepted } from "./accepted.ts";

export interface Mutant {
  file: string;
  line: number;
  /** The lines before and after, with single spaces. */
  from: string;
  to: string;
  /** The whole file with the defect. */
  mutated: string;
}

export type Planted = Omit<Mutant, "mutated"> & { isFound: boolean };

export interface Mutants {
  /** Folders whose tests fail without any defect: they would find everything. */
  failedBefore: string[];
  planted: Planted[];
}

/** Per cent of the defects that tests must find. */
const FOUND_MIN = 92;

/** @param accepted defects that change nothing that can be observed */
export function judgeMutants({ failedBefore, planted }: Mutants, accepted: readonly Accepted[] = ACCEPTED): Finding[] {
  const isAccepted = ({ file, from, to }: Planted) =>
    accepted.some((each) => each.file === file && each.from === from && each.to === to);
  const counted = planted.filter((each) => each.isFound || !isAccepted(each));
  const survivors = counted.filter(({ isFound }) => !isFound);
  const share = counted.length === 0 ? 0 : (100 * (counted.length - survivors.length)) / counted.length;
  const stale = planted.filter((each) => each.isFound && isAccepted(each));
  return [
    none("folders whose tests fail without a defect", failedBefore),
    atLeast(`defects found of ${counted.length}`, share, FOUND_MIN, " %"),
    none(
      "defects that are found although they were accepted",
      stale.map(({ file, line }) => `${file}:${line}`),
    ),
  ];
}
