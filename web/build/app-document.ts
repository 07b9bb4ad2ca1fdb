import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";
import { DEVELOPMENT_VALUES, fillPlaceholders } from "@manabiya/contract/rules/page-placeholders.ts";

const APP = "/src/app.tsx";

/**
 * main.tsx decides who sees the application before it asks for it. So that members do not wait for that second
 * request, the page names the application's files for the browser to fetch meanwhile. In development the page's
 * placeholders are filled in here, as the server does with the built one.
 */
export function appDocument(): Plugin {
  let isServing = false;
  return {
    name: "manabiya:app-document",
    configResolved(config) {
      isServing = config.command === "serve";
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        if (isServing) return fillPlaceholders(html, DEVELOPMENT_VALUES);
        return preloads(bundle ?? {});
      },
    },
  };
}

function preloads(bundle: Rolldown.OutputBundle): HtmlTagDescriptor[] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const main = chunks.find((chunk) => chunk.isEntry);
  const app = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(APP));
  if (!app) throw new Error(`${APP} did not become a file of the build`);
  const needed = new Set([app.fileName]);
  // A set hands out what is added on the way: what the imports import, too.
  for (const file of needed) {
    for (const { fileName, imports } of chunks)
      if (fileName === file) imports.forEach((name) => needed.add(name));
  }
  return [...needed]
    .filter((file) => file !== main?.fileName && !main?.imports.includes(file))
    .map((file) => ({
      tag: "link",
      attrs: { rel: "modulepreload", crossorigin: true, href: `/${file}` },
      injectTo: "head",
    }));
}
