import type { ComponentType } from "react";
import { onDemand, preload } from "#ui/on-demand.ts";
import { Away, Loading } from "./shell/loading.tsx";

const page = <Props extends object>(code: () => Promise<{ default: ComponentType<Props> }>) =>
  onDemand(code, { Waiting: Loading, Away });

export const AccountPage = page(() => import("./pages/account.tsx"));
export const AddDataPage = page(() => import("./pages/add-data.tsx"));
export const AuthPage = page(() => import("./pages/auth.tsx"));
export const BrainPage = page(() => import("./pages/brain-dashboard.tsx"));
export const CeoChatPage = page(() => import("./pages/ceo-chat.tsx"));
export const CompanySettingsPage = page(() => import("./pages/company-settings.tsx"));
export const CompanySetupPage = page(() => import("./pages/company-setup.tsx"));
export const DashboardPage = page(() => import("./pages/dashboard.tsx"));
export const DecisionsPage = page(() => import("./pages/decisions.tsx"));
export const DecisionPage = page(() => import("./pages/decision.tsx"));
export const ForecastsPage = page(() => import("./pages/forecasts.tsx"));
export const RecordPage = page(() => import("./pages/record.tsx"));
export const TasksPage = page(() => import("./pages/tasks.tsx"));
export const RecordsPages = page(() => import("./pages/records.tsx"));
export const ExplorePage = page(() => import("./pages/explore.tsx"));
export const RunsPage = page(() => import("./pages/runs.tsx"));
export const RunPage = page(() => import("./pages/run.tsx"));
export const FeedPage = page(() => import("./pages/feed.tsx"));
export const IntegrationsPage = page(() => import("./pages/integrations.tsx"));
export const MembersPage = page(() => import("./pages/members.tsx"));
export const LostPasswordPage = page(() => import("./pages/lost-password.tsx"));
export const ClosedCompanyPage = page(() => import("./pages/closed-company.tsx"));
export const ResetPasswordPage = page(() => import("./pages/reset-password.tsx"));
export const JoinPage = page(() => import("./pages/join.tsx"));
export const SecondFactorPage = page(() => import("./pages/second-factor.tsx"));
export const OversightPage = page(() => import("./pages/oversight.tsx"));
export const OutboxPage = page(() => import("./pages/outbox.tsx"));
export const WebhooksPage = page(() => import("./pages/webhooks.tsx"));
export const PoliciesPage = page(() => import("./pages/policies.tsx"));
export const PrivacyPage = page(() => import("./pages/privacy-dashboard.tsx"));
export const ConsolePage = page(() => import("./pages/console.tsx"));
export const OrchestratorPage = page(() => import("./pages/orchestrator.tsx"));
export const CyclePage = page(() => import("./pages/cycle.tsx"));
export const AgentIdentityPage = page(() => import("./pages/agent-identity.tsx"));
export const AgentSetupPage = page(() => import("./pages/agent-setup.tsx"));
export const ExecutivePage = page(() => import("./pages/executive.tsx"));
export const OrgPage = page(() => import("./pages/org.tsx"));
export const SecurityPage = page(() => import("./pages/security.tsx"));
export const SecurityAuditPage = page(() => import("./pages/security-audit.tsx"));
export const StatusPage = page(() => import("./pages/status.tsx"));

/** Preloads the code of the page at a path. */
export async function pageAt(path: string): Promise<void> {
  if (path === "/") return DashboardPage.load();
  if (path === "/auth") return AuthPage.load();
  if (path === "/account") return AccountPage.load();
  if (path === "/company-settings") return CompanySettingsPage.load();
  if (path === "/company-setup") return CompanySetupPage.load();
  if (path === "/brain-dashboard") return BrainPage.load();
  if (path === "/ceo-chat") return CeoChatPage.load();
  if (path === "/feed") return FeedPage.load();
  if (path === "/integrations") return IntegrationsPage.load();
  if (path === "/add-data") return AddDataPage.load();
  if (path === "/members") return MembersPage.load();
  if (path === "/lost-password") return LostPasswordPage.load();
  if (path === "/closed-company") return ClosedCompanyPage.load();
  if (path === "/reset-password") return ResetPasswordPage.load();
  if (path === "/join") return JoinPage.load();
  if (path === "/oversight") return OversightPage.load();
  if (path === "/outbox") return OutboxPage.load();
  if (path === "/webhooks") return WebhooksPage.load();
  if (path === "/policies") return PoliciesPage.load();
  if (path === "/privacy-dashboard") return PrivacyPage.load();
  if (path === "/console") return ConsolePage.load();
  if (path === "/orchestrator") return OrchestratorPage.load();
  if (path.startsWith("/orchestrator/cycles/")) return CyclePage.load();
  if (path === "/agent-identity") return AgentIdentityPage.load();
  if (path === "/agent-setup") return AgentSetupPage.load();
  if (path === "/org") return OrgPage.load();
  if (path.startsWith("/executives/")) return ExecutivePage.load();
  if (path === "/security") return SecurityPage.load();
  if (path === "/security/audit") return SecurityAuditPage.load();
  if (path === "/status") return StatusPage.load();
  if (path === "/decisions") return DecisionsPage.load();
  if (path === "/decisions/forecasts") return ForecastsPage.load();
  if (path === "/decisions/record") return RecordPage.load();
  if (path.startsWith("/decisions/")) return DecisionPage.load();
  if (path === "/tasks") return TasksPage.load();
  if (path.startsWith("/records")) return RecordsPages.load();
  if (path === "/explore") return ExplorePage.load();
  if (path === "/runs") return RunsPage.load();
  if (path.startsWith("/runs/")) return RunPage.load();
}

/** Loads a page's code as soon as the pointer, a finger or the focus is on a link to it. */
export function preloadLinked(): void {
  const onLink = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest("a[href]") : null;
    if (link instanceof HTMLAnchorElement && link.origin === location.origin) preload(() => pageAt(link.pathname))();
  };
  for (const type of ["pointerover", "pointerdown", "focusin"]) document.addEventListener(type, onLink);
}
