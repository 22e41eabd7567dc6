import "#ui/style.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { userQuery } from "#features/accounts/web/queries.ts";
import { confirmWith } from "#ui/api.ts";
import { Toaster } from "#ui/kit/toaster.tsx";
import { queryClient, read } from "#ui/query.ts";
import { report } from "#ui/report.ts";
import { firstCalls } from "./first-calls.ts";
import { pageAt, preloadLinked } from "./pages.ts";
import { Routes } from "./routes.tsx";
import { ErrorBoundary } from "./shell/error-boundary.tsx";
import { reloadAfterUpgrade } from "./upgrade.ts";

reloadAfterUpgrade(import.meta.url);
confirmWith(async () => (await import("#features/accounts/factors/web/passkey.ts")).confirmByPasskey());

// Load the user and the page's code together, before the first paint.
const known = queryClient.prefetchQuery(userQuery);
const code = pageAt(location.pathname).catch((cause: unknown) => report("The page's code could not be loaded", cause));
// The signed-in page preloads these calls.
const isPreloaded = document.querySelector('link[as="fetch"]') !== null;
const answers = isPreloaded
  ? firstCalls.map(({ endpoint, sent }) => queryClient.prefetchQuery(read(endpoint, sent)))
  : [];

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element");

/** Milliseconds until a loading page shows a spinner. */
const spinnerAfterMs = 500;
// Rendering once with data avoids frames of skeletons.
await Promise.race([Promise.all([known, code, ...answers]), new Promise((go) => setTimeout(go, spinnerAfterMs))]);

const shown = createRoot(root, { onUncaughtError: (error) => report("The page failed", error) });
// In a transition React renders in small pieces, so the page stays responsive.
startTransition(() =>
  shown.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary>
          <Routes />
        </ErrorBoundary>
        <Toaster />
      </QueryClientProvider>
    </StrictMode>,
  ),
);
preloadLinked();
