import { resolve } from "node:path";
import { createElement } from "react";
import type { LucideIcon } from "lucide-react";
import { renderToStaticMarkup } from "react-dom/server";
import { build, type Plugin } from "vite";
import { expect, test } from "vitest";
import { libraryStandIns } from "./library-stand-ins.ts";

const ICONS = `export { Check, CircleAlert, GripVertical, House } from "lucide-react";`;

const VARIANTS = [
  {},
  { className: "size-4" },
  { "aria-hidden": true, className: "size-5 fill-current" },
  { role: "img" as const, "aria-label": "完了" },
  { strokeWidth: 3 },
];

const entry: Plugin = {
  name: "entry",
  enforce: "pre",
  resolveId: (id) => {
    if (id === "icons") return `${import.meta.dirname}/icons.js`;
    return id === "react" ? { id: import.meta.resolve("react"), external: true } : null;
  },
  load: (id) => (id.endsWith("/icons.js") ? ICONS : null),
};

/** The markup of icons in a build with these plugins. */
async function renderIcons(plugins: Plugin[]): Promise<Record<string, string[]>> {
  const result = await build({
    configFile: false,
    logLevel: "error",
    root: import.meta.dirname,
    plugins: [entry, ...plugins],
    ssr: { noExternal: true },
    build: { ssr: true, write: false, rolldownOptions: { input: "icons" } },
  });
  const [chunk] = "output" in result ? result.output : [];
  const address = `data:text/javascript,${encodeURIComponent(chunk?.code ?? "")}`;
  const icons = (await import(/* @vite-ignore */ address)) as Record<string, LucideIcon>;
  return Object.fromEntries(
    Object.entries(icons).map(([name, icon]) => [
      name,
      VARIANTS.map((props) => renderToStaticMarkup(createElement(icon, props))),
    ]),
  );
}

test("icons have the same markup with the stand-in as with the library", async () => {
  const original = await renderIcons([]);
  expect(original["House"]?.[0]).toContain('aria-hidden="true"');
  expect(await renderIcons([libraryStandIns()])).toEqual(original);
});

/** A module of the application. */
const USE = resolve(import.meta.dirname, "../src/use.js");

test("a use of what the build takes out of React and its router fails the build", async () => {
  const built = (code: string) =>
    build({
      configFile: false,
      logLevel: "silent",
      root: import.meta.dirname,
      plugins: [
        { name: "entry", resolveId: (id) => (id === "use" ? USE : null) },
        { name: "code", load: (id) => (id === USE ? code : null) },
        libraryStandIns(),
      ],
      define: { "process.env.NODE_ENV": '"production"' },
      build: { write: false, rolldownOptions: { input: "use" } },
    });
  await built('import { createPortal } from "react-dom"; console.log(createPortal);');
  await built(
    'import { createMemoryRouter } from "react-router"; createMemoryRouter([{ path: "/", loader: () => null }]);',
  );
  for (const code of [
    'import { Children } from "react"; console.log(Children.count(null));',
    'import * as ReactDOM from "react-dom"; ReactDOM.preload("/a", { as: "image" });',
    'import { Form, Link } from "react-router"; console.log(Form, Link);',
    'import { createMemoryRouter } from "react-router"; createMemoryRouter([{ path: "/", middleware: [] }]);',
  ]) {
    await expect(built(code)).rejects.toThrow("take it out of the list UNUSED");
  }
});
