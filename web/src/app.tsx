import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { getSession } from "./session/session.ts";
import { queryClient } from "./api/query-client.ts";
import { routes } from "./routes.tsx";

/** Milliseconds. By then the first page has what it needs. */
const OFFLINE_WORKER_DELAY = 5_000;

export function startApp(): void {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root");
  // The error boundaries of pages would hide their errors from the report.
  createRoot(root, { onCaughtError: (error) => reportError(error) }).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createBrowserRouter(routes)} />
      </QueryClientProvider>
    </StrictMode>,
  );
  // A browser that refuses it shows its own page when the network is away.
  setTimeout(() => {
    if (getSession().user)
      import("./shell/offline-worker.ts").then(({ registerOfflineWorker }) => registerOfflineWorker()).catch(() => {});
  }, OFFLINE_WORKER_DELAY);
}
