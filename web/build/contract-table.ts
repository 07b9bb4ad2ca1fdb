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

const VIRTUAL = "\0manabiya:contract-table:";
const IMPORT = /import\s*\{([^{}]*)\}\s*from\s*"(@manabiya\/contract[^"]*)"/g;

type Table = Route | { [name: string]: Table };

/**
 * Gives the browser the contract's routes as methods and addresses. The contract itself would bring every schema and
 * zod. Forms import the schemas they need from their own modules. In a build each `contract.home.get` becomes a literal,
 * so that a file only holds the routes it calls.
 */
export function contractTable(): Plugin[] {
  let root = import.meta.dirname;
  const loads = new Map<string, Promise<{ table: Table; files: string[] }>>();

  async function load(name: string) {
    const path = TABLES.get(name)?.slice(PACKAGE.length + 1) || "index.ts";
    const entry = resolve(root, "../contract/src", path);
    const { module, dependencies } = await runnerImport<Record<string, Table>>(entry, {
      root,
      configFile: false,
      // Without this plugin, so that the contract's sources are loaded.
      plugins: [],
    });
    const files = [entry, ...dependencies].map((file) => resolve(root, file));
    return { table: routesOf(module[name] ?? {}), files };
  }

  function tableOf(name: string) {
    const loaded = loads.get(name) ?? load(name);
    loads.set(name, loaded);
    return loaded;
  }

  return [
    {
      name: "manabiya:contract-table",
      enforce: "pre",
      configResolved(config) {
        root = config.root;
      },
      watchChange: () => loads.clear(),
      resolveId(source) {
        for (const [name, module] of TABLES) if (module === source) return VIRTUAL + name;
        return null;
      },
      async load(id) {
        if (!id.startsWith(VIRTUAL)) return null;
        const name = id.slice(VIRTUAL.length);
        const { table, files } = await tableOf(name);
        for (const file of files) this.addWatchFile(file);
        return `export const ${name} = ${JSON.stringify(table)};`;
      },
    },
    {
      name: "manabiya:contract-literals",
      apply: "build",
      async transform(code) {
        let output = code;
        for (const [, specifiers = "", module] of code.matchAll(IMPORT)) {
          const names = specifiers.split(",").map((name) => name.trim());
          const name = names.find((candidate) => TABLES.get(candidate) === module);
          if (name === undefined) continue;
          const { table } = await tableOf(name);
          output = output.replace(new RegExp(`(?<![\\w./])${name}((?:\\.\\w+)+)`, "g"), (_, path: string) =>
            literalOf(table, path.slice(1).split(".")),
          );
        }
        return output === code ? null : { code: output, map: null };
      },
    },
  ];
}

/** Drops the schemas of all routes. */
function routesOf(table: Table): Table {
  if (isRoute(table)) return { method: table.method, url: table.url } as Route;
  return Object.fromEntries(Object.entries(table).map(([name, entry]) => [name, routesOf(entry)]));
}

/** @returns the route at the beginning of the path as an object literal, followed by the rest of the path */
function literalOf(table: Table, path: string[]): string {
  let found: Table | undefined = table;
  let depth = 0;
  while (found && !isRoute(found) && depth < path.length) found = found[path[depth++] ?? ""];
  if (!found) throw new Error(`The contract has no route ${path.join(".")}`);
  return [`(${JSON.stringify(found)})`, ...path.slice(depth)].join(".");
}

function isRoute(table: Table): table is Route {
  return typeof table["url"] === "string";
}
