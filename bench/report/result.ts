import type { LoadLevel } from "../measure/connections.ts";
import type { SearchFigure } from "../measure/fresh-searches.ts";
import type { Quietness } from "../measure/quiet.ts";
import type { Figure } from "../measure/rounds.ts";

/** The results of a run for one set. */
export interface Result {
  set: string;
  /** Rows, in words. */
  size: string;
  machine: {
    day: string;
    processor: string;
    cores: number;
    node: string;
    /** Share of the processors that others used before and after the run, 0 to 1. */
    othersBefore: number;
    othersAfter: number;
  } & Quietness;
  baselines: Figure[];
  /** Reads by key a second; pgbench null where it is not installed. */
  keyReads: { pg: number; pgbench: number | null };
  figures: Figure[];
  databaseCalls: Map<string, number>;
  searches: SearchFigure[];
  loadLevels: LoadLevel[];
  /** MB of the server, without the database; null where the system does not report it. */
  memory: { after1000: number | null; afterLoad: number | null };
  /** Seconds. */
  secondStart: number;
  /** The set a tenth of the size, measured in turns with this one. */
  smaller: { set: string; figures: Figure[]; searches: SearchFigure[] } | null;
}
