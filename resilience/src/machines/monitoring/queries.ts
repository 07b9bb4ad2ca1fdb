/** A query and the panel or alarm that has it. */
export interface Query {
  owner: string;
  expression: string;
}

interface Panel {
  title: string;
  targets: { expr: string }[];
}

export function queriesOfDashboard(json: string): Query[] {
  const { panels } = JSON.parse(json) as { panels: Panel[] };
  return panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ owner: title, expression: expr })));
}

interface RuleGroups {
  groups: { rules: { name: string; query: string }[] }[];
}

/** @param rules the answer of Prometheus' `/api/v1/rules` */
export function queriesOfAlarms(rules: RuleGroups): Query[] {
  return rules.groups.flatMap(({ rules: all }) => all.map(({ name, query }) => ({ owner: name, expression: query })));
}

/**
 * Lists the metrics that an expression reads, with those of their labels that must be equal. Alarms have no data while
 * nothing is wrong, but their metrics do.
 */
export function selectorsOf(expression: string): string[] {
  const found = [...expression.matchAll(/\b((?:manabiya|nodejs|process)_\w+|up)\b(?:\{([^}]*)\})?/g)];
  return [...new Set(found.map(([, metric = "", labels = ""]) => `${metric}{${equalities(labels)}}`))];
}

function equalities(labels: string): string {
  return labels
    .split(",")
    .filter((label) => /^\s*\w+="/.test(label))
    .join(",");
}
