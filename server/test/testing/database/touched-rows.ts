import type pg from "pg";
import { declaredTables, type TableClass } from "./partition-by-member.ts";

interface Plan {
  "Node Type": string;
  Operation?: string;
  "Relation Name"?: string;
  "Actual Loops": number;
  Plans?: Plan[];
}

/** The tables and rows that a statement touched. Tables by name; partitions such as "notes_member_3". */
export interface Touched {
  classes: Set<TableClass>;
  /** Partitions whose rows were read, by table. */
  partitions: Map<string, Set<string>>;
  /** Distributed tables whose part of the plan did not run. */
  unproven: string[];
  /** Classes of the tables that it may write. */
  changed: Set<TableClass>;
}

const classes = new Map(declaredTables());
const PARTITION = /_member_\d+$/;

/**
 * Runs a statement once more, without its effect, and looks at its plan. Nested loops alone, so that PostgreSQL leaves out
 * the partitions that a join cannot need.
 */
export async function touchedRows(client: pg.Client, text: string, values: unknown[]): Promise<Touched> {
  await client.query("begin");
  try {
    await client.query(
      `set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_hashagg = off;
       set local enable_material = off; set local enable_memoize = off; set local enable_seqscan = off`,
    );
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>({
      text: `explain (analyze, timing off, format json) ${text}`,
      values,
    });
    return touchedBy(nodesOf(rows[0]?.["QUERY PLAN"][0].Plan));
  } finally {
    await client.query("rollback");
  }
}

function touchedBy(nodes: Plan[]): Touched {
  const touched: Touched = { classes: new Set(), partitions: new Map(), unproven: [], changed: new Set() };
  const skipped = new Set<string>();
  for (const node of nodes) {
    const relation = node["Relation Name"];
    if (relation === undefined) continue;
    const table = relation.replace(PARTITION, "");
    const tableClass = classes.get(table);
    if (tableClass === undefined) throw new Error(`${table} is not in distribute-tables.sql`);
    touched.classes.add(tableClass);
    if (node["Node Type"] === "ModifyTable") touched.changed.add(tableClass);
    else if (PARTITION.test(relation)) {
      if (node["Actual Loops"] === 0) skipped.add(table);
      else touched.partitions.set(table, (touched.partitions.get(table) ?? new Set()).add(relation));
    }
  }
  touched.unproven = [...skipped].filter((table) => !touched.partitions.has(table));
  return touched;
}

function nodesOf(plan: Plan | undefined): Plan[] {
  return plan ? [plan, ...(plan.Plans ?? []).flatMap(nodesOf)] : [];
}
