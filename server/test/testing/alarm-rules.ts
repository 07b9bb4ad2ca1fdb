import { readFile } from "node:fs/promises";
import { parse } from "yaml";

interface AlarmRule {
  alert: string;
  expr: string;
}

/** The alarm rules for Prometheus that operators get. */
export async function alarmRules(): Promise<AlarmRule[]> {
  const text = await readFile(new URL("../../../monitoring/alarms.yaml", import.meta.url), "utf8");
  const { groups } = parse(text) as { groups: { rules: AlarmRule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** Names of the metrics that the rules read; `up` is Prometheus' own. */
export const metricsOf = (rules: AlarmRule[]): string[] => [
  ...new Set(rules.flatMap(({ expr }) => expr.match(/\b(?:manabiya|nodejs)_\w+/g) ?? [])),
];
