import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { appDocument } from "./build/app-document.ts";
import { codeSplitting, refuseCircles } from "./build/chunks.ts";
import { contractTable } from "./build/contract-table.ts";
import { libraryStandIns } from "./build/library-stand-ins.ts";
import { publishedPages } from "./build/published-pages.ts";
import { phraseBreaksInComponents } from "./build/phrases.ts";
import { precompress } from "./build/precompress.ts";

const server = `http://127.0.0.1:${process.env["PORT"] ?? 3000}`;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    contractTable(),
    libraryStandIns(),
    phraseBreaksInComponents(),
    react(),
    tailwindcss(),
    appDocument(),
    publishedPages(),
    refuseCircles(),
    precompress(),
  ],
  define: { "import.meta.env.VITE_API_HOST": JSON.stringify(process.env["API_HOST"] ?? "") },
  build: {
    // The oldest browsers with light-dark(), which every colour token uses, and popovers.
    target: ["chrome123", "edge123", "firefox125", "safari17.5"],
    manifest: true,
    // A data: URL would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: "index.html", landing: "src/landing/landing.css" },
      // No module of the application or its libraries relies on a getter, or on a global that may be missing.
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      output: {
        codeSplitting,
        // The first script names every other file, so names without words save half a kilobyte.
        chunkFileNames: "assets/[hash:7].js",
      },
    },
  },
  server: { proxy: { "/api": server, "/media": server, "/sandbox": server, "/manifest.webmanifest": server } },
});
