import { resolve } from "node:path";
import { runnerImport, type Plugin } from "vite";
import type { Route } from "@manabiya/contract";

const PACKAGE = "@manabiya/contract";

/** Exports of the contract that hold routes: the name, and the module that exports it. */
const TABLES = new Map([
  ["contract", PACKAGE],
  ["accountSecurity", `${PACKAGE}/accounts/account-security.ts`],
  ["staff", `${PACKAGE}/staff/staff.ts`],
]);

const IMPORT = /import\s*\{([^{}]*)\}\s*from\s*"(@manabiya\/contract[^"]*)"/g;

type Table = Route | { [name: string]: Table };

/**
 * Replaces every route that the browser's code names, such as `contract.home.get`, by its method and address.
 * Each file of the build then holds only the routes it calls. The contract itself would bring every schema and zod.
 * Forms import the schemas they need from their own modules.
 */
export function contractTable(): Plugin {
  let root = import.meta.dirname;
  const loads = new Map<string, Promise<{ table: Table; files: string[] }>>();

  async function load(name: string, module: string) {
    const entry = resolve(root, "../contract/src", module.slice(PACKAGE.length + 1) || "index.ts");
    const { module: exports, dependencies } = await runnerImport<Record<string, Table>>(entry, {
      root,
      configFile: false,
      // Without this plugin, so that the contract's own sources are loaded.
      plugins: [],
    });
    return {
      table: exports[name] ?? {},
      files: [entry, ...dependencies].map((file) => resolve(root, file)),
    };
  }

  return {
    name: "manabiya:contract-table",
    configResolved(config) {
      root = config.root;
    },
    watchChange: () => loads.clear(),
    async transform(code) {
      let output = code;
      for (const [statement, specifiers = "", module = ""] of code.matchAll(IMPORT)) {
        const names = specifiers.split(",").map((name) => name.trim());
        const name = names.find((candidate) => TABLES.get(candidate) === module);
        if (name === undefined) continue;
        if (!loads.has(name)) loads.set(name, load(name, module));
        const { table, files } = (await loads.get(name)) ?? this.error(`${module} was not loaded`);
        for (const file of files) this.addWatchFile(file);
        const others = names.filter((other) => other !== name).join(", ");
        output = output
          .replace(statement, others && `import { ${others} } from "${module}"`)
          .replace(new RegExp(`(?<![\\w.])${name}((?:\\.\\w+)+)`, "g"), (_, path: string) =>
            literalOf(table, path.slice(1).split(".")),
          );
      }
      return output === code ? null : { code: output, map: null };
    },
  };
}

/** @returns the route at the beginning of the path as an object literal, followed by the rest of the path */
function literalOf(table: Table, path: string[]): string {
  let found: Table | undefined = table;
  let depth = 0;
  while (found && !isRoute(found)) found = found[path[depth++] ?? ""];
  if (!found) throw new Error(`The contract has no route ${path.join(".")}`);
  const { method, url } = found;
  return [`(${JSON.stringify({ method, url })})`, ...path.slice(depth)].join(".");
}

function isRoute(table: Table): table is Route {
  return typeof table["url"] === "string";
}
