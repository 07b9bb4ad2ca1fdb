import { resolve } from "node:path";
import { runnerImport, type Plugin } from "vite";
import type { Route } from "@manabiya/contract";

/** What is imported, what it exports, where that is made, and the table that stands in for it. */
const TABLES = [
  {
    id: "@manabiya/contract",
    name: "contract",
    file: "../contract/src/index.ts",
    table: "\0manabiya:contract-table",
  },
  {
    id: "@manabiya/contract/account-security.ts",
    name: "accountSecurity",
    file: "../contract/src/account-security.ts",
    table: "\0manabiya:account-security-calls",
  },
  {
    id: "@manabiya/contract/staff.ts",
    name: "staff",
    file: "../contract/src/staff.ts",
    table: "\0manabiya:staff-calls",
  },
];

/**
 * Gives the browser the contract as tables of methods and addresses: the members' in the first load of every page,
 * the staff's with their screens. The schemas of all calls, and with them all of zod, would otherwise be loaded too,
 * though only the forms use any: those import the schema they need from its own file, such as
 * `@manabiya/contract/auth.ts`. Types are untouched.
 */
export function contractTable(): Plugin {
  let root = import.meta.dirname;
  return {
    name: "manabiya:contract-table",
    enforce: "pre",
    configResolved(config) {
      root = config.root;
    },
    resolveId: (source) => TABLES.find(({ id }) => id === source)?.table,
    async load(loaded) {
      const found = TABLES.find(({ table }) => table === loaded);
      if (!found) return;
      const entry = resolve(root, found.file);
      const { module, dependencies } = await runnerImport<Record<string, Calls>>(entry, {
        root,
        configFile: false,
        // The contract's own sources, not the table.
        plugins: [],
      });
      for (const file of [entry, ...dependencies]) this.addWatchFile(resolve(root, file));
      return `export const ${found.name} = ${JSON.stringify(tableOf(module[found.name] ?? {}))};`;
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
