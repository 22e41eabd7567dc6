import { type ReactNode, useEffect } from "react";
import { Redirect, Route, Switch } from "wouter";
import type { User } from "#features/accounts/contract.ts";
import { useUser, useUserTrouble } from "#features/accounts/web/queries.ts";
import { DraftAuthor, forgetDrafts } from "#ui/draft.ts";
import {
  AccountPage,
  AddDataPage,
  AgentIdentityPage,
  AgentSetupPage,
  AuthPage,
  BrainPage,
  CeoChatPage,
  ClosedCompanyPage,
  CompanySettingsPage,
  CompanySetupPage,
  ConsolePage,
  CyclePage,
  DashboardPage,
  DecisionPage,
  DecisionsPage,
  ExecutivePage,
  ExplorePage,
  OrchestratorPage,
  FeedPage,
  IntegrationsPage,
  JoinPage,
  LostPasswordPage,
  MembersPage,
  ForecastsPage,
  OrgPage,
  OutboxPage,
  WebhooksPage,
  OversightPage,
  RecordPage,
  PoliciesPage,
  PrivacyPage,
  RecordsPages,
  ResetPasswordPage,
  RunPage,
  RunsPage,
  SecondFactorPage,
  SecurityAuditPage,
  SecurityPage,
  StatusPage,
  TasksPage,
} from "./pages.ts";
import { NotFoundPage } from "./pages/not-found.tsx";
import { Loading, Unreached } from "./shell/loading.tsx";
import { Shell } from "./shell/shell.tsx";

/** While the user is unknown: a spinner, or the reason. */
function Unknown() {
  const trouble = useUserTrouble();
  return trouble ? <Unreached error={trouble} /> : <Loading />;
}

/** Shows a page to signed-in users, a spinner while unknown, and sends others to the sign-in. */
function Protected({ children }: { children: ReactNode }) {
  const user = useUser();
  if (user === undefined) return <Unknown />;
  if (user === null) return <Redirect to="/auth" replace />;
  if (user.needsSecondFactor) return <SecondFactorPage />;
  return (
    <SignedIn key={user.id} user={user}>
      {children}
    </SignedIn>
  );
}

/** Keyed by user, so nothing the previous user typed or opened in this window remains. */
function SignedIn({ user, children }: { user: User; children: ReactNode }) {
  useEffect(() => forgetDrafts(user.id), [user.id]);
  return (
    <DraftAuthor value={user.id}>
      <Shell user={user}>{children}</Shell>
    </DraftAuthor>
  );
}

function Open({ children }: { children: ReactNode }) {
  const user = useUser();
  return <Shell user={user ?? null}>{children}</Shell>;
}

function Auth() {
  const user = useUser();
  if (user === undefined) return <Unknown />;
  if (user) return <Redirect to="/" replace />;
  return <AuthPage />;
}

export function Routes() {
  return (
    <Switch>
      <Route path="/auth">
        <Auth />
      </Route>
      <Route path="/">
        <Protected>
          <DashboardPage />
        </Protected>
      </Route>
      <Route path="/decisions">
        <Protected>
          <DecisionsPage />
        </Protected>
      </Route>
      <Route path="/decisions/forecasts">
        <Protected>
          <ForecastsPage />
        </Protected>
      </Route>
      <Route path="/decisions/record">
        <Protected>
          <RecordPage />
        </Protected>
      </Route>
      <Route path="/decisions/:id">
        {({ id }) => (
          <Protected>
            <DecisionPage key={id} id={id} />
          </Protected>
        )}
      </Route>
      <Route path="/tasks">
        <Protected>
          <TasksPage />
        </Protected>
      </Route>
      <Route path="/records/*?">
        <Protected>
          <RecordsPages />
        </Protected>
      </Route>
      <Route path="/company-settings">
        <Protected>
          <CompanySettingsPage />
        </Protected>
      </Route>
      <Route path="/company-setup">
        <Protected>
          <CompanySetupPage />
        </Protected>
      </Route>
      <Route path="/explore">
        <Protected>
          <ExplorePage />
        </Protected>
      </Route>
      <Route path="/console">
        <Protected>
          <ConsolePage />
        </Protected>
      </Route>
      <Route path="/orchestrator">
        <Protected>
          <OrchestratorPage />
        </Protected>
      </Route>
      <Route path="/orchestrator/cycles/:id">
        {({ id }) => (
          <Protected>
            <CyclePage key={id} id={id} />
          </Protected>
        )}
      </Route>
      <Route path="/brain-dashboard">
        <Protected>
          <BrainPage />
        </Protected>
      </Route>
      <Route path="/ceo-chat">
        <Protected>
          <CeoChatPage />
        </Protected>
      </Route>
      <Route path="/runs">
        <Protected>
          <RunsPage />
        </Protected>
      </Route>
      <Route path="/runs/:id">
        {({ id }) => (
          <Protected>
            <RunPage key={id} id={id} />
          </Protected>
        )}
      </Route>
      <Route path="/feed">
        <Protected>
          <FeedPage />
        </Protected>
      </Route>
      <Route path="/account">
        <Protected>
          <AccountPage />
        </Protected>
      </Route>
      <Route path="/members">
        <Protected>
          <MembersPage />
        </Protected>
      </Route>
      <Route path="/lost-password">
        <LostPasswordPage />
      </Route>
      <Route path="/closed-company">
        <ClosedCompanyPage />
      </Route>
      <Route path="/reset-password">
        <ResetPasswordPage />
      </Route>
      <Route path="/join">
        <JoinPage />
      </Route>
      <Route path="/outbox">
        <Protected>
          <OutboxPage />
        </Protected>
      </Route>
      <Route path="/webhooks">
        <Protected>
          <WebhooksPage />
        </Protected>
      </Route>
      <Route path="/oversight">
        <Protected>
          <OversightPage />
        </Protected>
      </Route>
      <Route path="/policies">
        <Protected>
          <PoliciesPage />
        </Protected>
      </Route>
      <Route path="/privacy-dashboard">
        <Protected>
          <PrivacyPage />
        </Protected>
      </Route>
      <Route path="/agent-identity">
        <Protected>
          <AgentIdentityPage />
        </Protected>
      </Route>
      <Route path="/agent-setup">
        <Protected>
          <AgentSetupPage />
        </Protected>
      </Route>
      <Route path="/org">
        <Protected>
          <OrgPage />
        </Protected>
      </Route>
      <Route path="/executives/:id">
        {({ id }) => (
          <Protected>
            <ExecutivePage key={id} id={id} />
          </Protected>
        )}
      </Route>
      <Route path="/add-data">
        <Protected>
          <AddDataPage />
        </Protected>
      </Route>
      <Route path="/integrations">
        <Protected>
          <IntegrationsPage />
        </Protected>
      </Route>
      <Route path="/security">
        <Protected>
          <SecurityPage />
        </Protected>
      </Route>
      <Route path="/security/audit">
        <Protected>
          <SecurityAuditPage />
        </Protected>
      </Route>
      <Route path="/status">
        <Protected>
          <StatusPage />
        </Protected>
      </Route>
      <Route>
        <Open>
          <NotFoundPage />
        </Open>
      </Route>
    </Switch>
  );
}
