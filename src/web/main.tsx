import "#ui/style.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { userQuery } from "#features/accounts/web/queries.ts";
import { Toaster } from "#ui/kit/toaster.tsx";
import { queryClient } from "#ui/query.ts";
import { report } from "#ui/report.ts";
import { pageAt } from "./pages.ts";
import { Routes } from "./routes.tsx";
import { Mishap } from "./shell/mishap.tsx";
import { reloadAfterUpgrade } from "./upgrade.ts";

reloadAfterUpgrade(import.meta.url);

// The user and the code of the page that is wanted are asked for together, before the first paint.
void queryClient.prefetchQuery(userQuery);
pageAt(location.pathname).catch((cause: unknown) => report("The page's code did not come", cause));

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element");

createRoot(root, { onUncaughtError: (error) => report("The page failed", error) }).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Mishap>
        <Routes />
      </Mishap>
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
);
