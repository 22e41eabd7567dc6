import { lazy } from "react";

const load = {
  auth: () => import("./pages/auth.tsx"),
  dashboard: () => import("./pages/dashboard.tsx"),
  decisions: () => import("./pages/decisions.tsx"),
  decision: () => import("./pages/decision.tsx"),
  records: () => import("./pages/records.tsx"),
  runs: () => import("./pages/runs.tsx"),
  run: () => import("./pages/run.tsx"),
  feed: () => import("./pages/feed.tsx"),
  status: () => import("./pages/status.tsx"),
};

export const AuthPage = lazy(load.auth);
export const DashboardPage = lazy(load.dashboard);
export const DecisionsPage = lazy(load.decisions);
export const DecisionPage = lazy(load.decision);
export const RecordsPages = lazy(load.records);
export const RunsPage = lazy(load.runs);
export const RunPage = lazy(load.run);
export const FeedPage = lazy(load.feed);
export const StatusPage = lazy(load.status);

/** Starts to load the code of the page at an address. */
export async function pageAt(path: string): Promise<unknown> {
  if (path === "/") return load.dashboard();
  if (path === "/auth") return load.auth();
  if (path === "/feed") return load.feed();
  if (path === "/status") return load.status();
  if (path === "/decisions") return load.decisions();
  if (path.startsWith("/decisions/")) return load.decision();
  if (path.startsWith("/records")) return load.records();
  if (path === "/runs") return load.runs();
  if (path.startsWith("/runs/")) return load.run();
  return null;
}
