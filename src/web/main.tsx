import "#ui/style.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { userQuery } from "#features/accounts/web/queries.ts";
import { Toaster } from "#ui/kit/toaster.tsx";
import { queryClient, read } from "#ui/query.ts";
import { report } from "#ui/report.ts";
import { firstCalls } from "./first-calls.ts";
import { pageAt } from "./pages.ts";
import { Routes } from "./routes.tsx";
import { Mishap } from "./shell/mishap.tsx";
import { reloadAfterUpgrade } from "./upgrade.ts";

reloadAfterUpgrade(import.meta.url);

// The user and the code of the page that is wanted are asked for together, before the first paint.
const known = queryClient.prefetchQuery(userQuery);
const code = pageAt(location.pathname).catch((cause: unknown) => report("The page's code did not come", cause));
// The page for somebody signed in has told the browser to ask for these already.
const isAsked = document.querySelector('link[as="fetch"]') !== null;
const answers = isAsked ? firstCalls.map(({ endpoint, sent }) => queryClient.prefetchQuery(read(endpoint, sent))) : [];

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element");

/** Milliseconds until a page that is still waited for shows that it is. */
const patience = 500;
// Rendered once with what it shows, not first without; and what React shows in between it keeps on the screen for 300 ms.
await Promise.race([Promise.all([known, code, ...answers]), new Promise((go) => setTimeout(go, patience))]);

const shown = createRoot(root, { onUncaughtError: (error) => report("The page failed", error) });
// In a transition it is rendered in small pieces, between which the page answers.
startTransition(() =>
  shown.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Mishap>
          <Routes />
        </Mishap>
        <Toaster />
      </QueryClientProvider>
    </StrictMode>,
  ),
);
