import { resolve } from "node:path";
import { type InlineConfig, type Plugin, runnerImport } from "vite";
import type { Route } from "@manabiya/contract";

const CONTRACT = "@manabiya/contract";
const PREFIX = "\0manabiya:calls/";
/** The module that exports every feature by its name. */
const FEATURES = `${PREFIX}features`;

/** Routes by feature and name. */
type Calls = Record<string, Record<string, Route>>;

/**
 * Gives the browser the contract as tables of methods and addresses, each feature in a module of its own, so that a page loads
 * only the features that it names. The schemas of all calls, and zod with them, would otherwise be loaded too. A form imports
 * the schema that it needs from its own file, such as `contract/src/accounts/auth.ts`. Types are unchanged.
 */
export function contractTable(): Plugin {
  let root = import.meta.dirname;
  let reading: Promise<{ calls: Calls; files: string[] }> | undefined;

  async function read() {
    const entry = resolve(root, "../contract/src/index.ts");
    // The contract's own sources, not the tables.
    const options = { root, configFile: false, plugins: [] } satisfies InlineConfig;
    const { module, dependencies } = await runnerImport<{ contract: Calls }>(entry, options);
    return { calls: module.contract, files: [entry, ...dependencies].map((file) => resolve(root, file)) };
  }

  return {
    name: "manabiya:contract-table",
    enforce: "pre",
    configResolved(config) {
      root = config.root;
    },
    watchChange() {
      reading = undefined;
    },
    resolveId(source) {
      if (source === CONTRACT) return { id: PREFIX, moduleSideEffects: false };
      return source.startsWith(PREFIX) ? { id: source, moduleSideEffects: false } : undefined;
    },
    async load(id) {
      if (!id.startsWith(PREFIX)) return;
      // The bundler follows `contract.notes.list` through the namespace to the feature's module.
      if (id === PREFIX) return `export * as contract from "${FEATURES}";`;
      const { calls, files } = await (reading ??= read());
      for (const file of files) this.addWatchFile(file);
      if (id === FEATURES) {
        return Object.keys(calls)
          .map((feature) => `export { ${feature} } from "${PREFIX}${feature}";`)
          .join("\n");
      }
      const feature = id.slice(PREFIX.length);
      return `export const ${feature} = ${JSON.stringify(tableOf(calls[feature] ?? {}))};`;
    },
  };
}

function tableOf(routes: Calls[string]) {
  return Object.fromEntries(Object.entries(routes).map(([name, { method, url }]) => [name, { method, url }]));
}
