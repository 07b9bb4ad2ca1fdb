import { resolve } from "node:path";
import { runnerImport, type Plugin } from "vite";
import type { Route } from "@manabiya/contract";

const CONTRACT = "@manabiya/contract";
/** Each export of the contract is a module of its own, so that a page loads only the tables that it names. */
const TABLES = [
  "contract",
  "payments",
  "accountSecurity",
  "billingDocuments",
  "memberMails",
  "memberAgreements",
  "notebook",
  "staff",
  "transcripts",
  "visitors",
];
const PREFIX = "\0manabiya:calls/";

/**
 * Gives the browser the contract as tables of methods and addresses. The schemas of all calls, and zod with them, would
 * otherwise be loaded too. A form imports the schema that it needs from its own file, such as
 * `contract/src/accounts/auth.ts`. Types are unchanged.
 */
export function contractTable(): Plugin {
  let root = import.meta.dirname;
  return {
    name: "manabiya:contract-table",
    enforce: "pre",
    configResolved(config) {
      root = config.root;
    },
    resolveId(source) {
      if (source === CONTRACT) return { id: PREFIX, moduleSideEffects: false };
      return source.startsWith(PREFIX) ? { id: source, moduleSideEffects: false } : undefined;
    },
    async load(id) {
      if (!id.startsWith(PREFIX)) return;
      const table = id.slice(PREFIX.length);
      if (table === "") return TABLES.map((name) => `export { ${name} } from "${PREFIX}${name}";`).join("\n");
      const entry = resolve(root, "../contract/src/index.ts");
      const { module, dependencies } = await runnerImport<Record<string, Calls>>(entry, {
        root,
        configFile: false,
        // The contract's own sources, not the table.
        plugins: [],
      });
      for (const file of [entry, ...dependencies]) this.addWatchFile(resolve(root, file));
      return `export const ${table} = ${JSON.stringify(tableOf(module[table] ?? {}))};`;
    },
  };
}

/** Routes by feature and name. */
type Calls = Record<string, Record<string, Route>>;

function tableOf(calls: Calls) {
  return mapValues(calls, (routes) => mapValues(routes, ({ method, url }) => ({ method, url })));
}

function mapValues<V, W>(object: Record<string, V>, map: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}
