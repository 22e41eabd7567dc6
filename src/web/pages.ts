import type { ComponentType } from "react";
import { onDemand, preload } from "#ui/on-demand.ts";
import { Away, Loading } from "./shell/loading.tsx";

const onPage = <Props extends object>(code: () => Promise<{ default: ComponentType<Props> }>) =>
  onDemand(code, { Waiting: Loading, Away });

type Code = () => Promise<{ default: ComponentType<{ id: string }> }>;
const page = (path: string, code: Code, who: "members" | "guests" | "all" = "members") => ({
  path,
  who,
  Page: onPage(code),
});

export const SecondFactorPage = onPage(() => import("./pages/second-factor.tsx"));

/** The first whose path matches is shown. */
export const pages = [
  page("/auth", () => import("./pages/auth.tsx"), "guests"),
  page("/", () => import("./pages/dashboard.tsx")),
  page("/decisions", () => import("./pages/decisions.tsx")),
  page("/decisions/forecasts", () => import("./pages/forecasts.tsx")),
  page("/decisions/record", () => import("./pages/record.tsx")),
  page("/decisions/:id", () => import("./pages/decision.tsx")),
  page("/tasks", () => import("./pages/tasks.tsx")),
  page("/records/*?", () => import("./pages/records.tsx")),
  page("/company-settings", () => import("./pages/company-settings.tsx")),
  page("/company-setup", () => import("./pages/company-setup.tsx")),
  page("/developers", () => import("./pages/developers.tsx")),
  page("/explore", () => import("./pages/explore.tsx")),
  page("/console", () => import("./pages/console.tsx")),
  page("/orchestrator", () => import("./pages/orchestrator.tsx")),
  page("/orchestrator/cycles/:id", () => import("./pages/cycle.tsx")),
  page("/brain-dashboard", () => import("./pages/brain-dashboard.tsx")),
  page("/ceo-chat", () => import("./pages/ceo-chat.tsx")),
  page("/runs", () => import("./pages/runs.tsx")),
  page("/runs/:id", () => import("./pages/run.tsx")),
  page("/feed", () => import("./pages/feed.tsx")),
  page("/account", () => import("./pages/account.tsx")),
  page("/members", () => import("./pages/members.tsx")),
  page("/lost-password", () => import("./pages/lost-password.tsx"), "all"),
  page("/closed-company", () => import("./pages/closed-company.tsx"), "all"),
  page("/reset-password", () => import("./pages/reset-password.tsx"), "all"),
  page("/connect", () => import("./pages/connect.tsx"), "all"),
  page("/join", () => import("./pages/join.tsx"), "all"),
  page("/approve", () => import("./pages/approve.tsx"), "all"),
  page("/board", () => import("./pages/shared-pack.tsx"), "all"),
  page("/board-pack", () => import("./pages/board-pack.tsx")),
  page("/mail", () => import("./pages/mail.tsx")),
  page("/outbox", () => import("./pages/outbox.tsx")),
  page("/oversight", () => import("./pages/oversight.tsx")),
  page("/policies", () => import("./pages/policies.tsx")),
  page("/privacy-dashboard", () => import("./pages/privacy-dashboard.tsx")),
  page("/agent-identity", () => import("./pages/agent-identity.tsx")),
  page("/agent-setup", () => import("./pages/agent-setup.tsx")),
  page("/org", () => import("./pages/org.tsx")),
  page("/executives/:id", () => import("./pages/executive.tsx")),
  page("/add-data", () => import("./pages/add-data.tsx")),
  page("/tools", () => import("./pages/tools.tsx")),
  page("/webhooks", () => import("./pages/webhooks.tsx")),
  page("/integrations", () => import("./pages/integrations.tsx")),
  page("/integrations/slack", () => import("./pages/slack.tsx")),
  page("/security", () => import("./pages/security.tsx")),
  page("/security/audit", () => import("./pages/security-audit.tsx")),
  page("/status", () => import("./pages/status.tsx")),
];

function matches(pattern: string, path: string): boolean {
  const [start = "", rest] = pattern.split(/(?=:)|\/\*/);
  return rest === undefined ? path === pattern : path.startsWith(start);
}

/** Preloads the code of the page at a path. */
export const pageAt = async (path: string): Promise<void> => pages.find((one) => matches(one.path, path))?.Page.load();

/** Loads a page's code as soon as the pointer, a finger or the focus is on a link to it. */
export function preloadLinked(): void {
  const onLink = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest("a[href]") : null;
    if (link instanceof HTMLAnchorElement && link.origin === location.origin) preload(() => pageAt(link.pathname))();
  };
  for (const type of ["pointerover", "pointerdown", "focusin"]) document.addEventListener(type, onLink);
}
