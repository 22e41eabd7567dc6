import type { z } from "zod";
import { routes as accounts } from "#features/accounts/routes.ts";
import { routes as agents } from "#features/agents/routes.ts";
import { routes as assistants } from "#features/assistants/routes.ts";
import { routes as authority } from "#features/authority/routes.ts";
import { actions as brainActions } from "#features/brain/actions.ts";
import * as brainEvents from "#features/brain/events.ts";
import * as goalEvents from "#features/brain/goals/events.ts";
import { jobs as brainJobs, schedule as brainSchedule } from "#features/brain/jobs.ts";
import * as patternEvents from "#features/brain/patterns/events.ts";
import { routes as brain } from "#features/brain/routes.ts";
import { routes as communications } from "#features/communications/routes.ts";
import { routes as conversations } from "#features/conversations/routes.ts";
import { handlers as conversationHandlers } from "#features/conversations/jobs.ts";
import { handlers as chatHandlers } from "#features/chat/jobs.ts";
import * as chatEvents from "#features/chat/events.ts";
import { routes as chat } from "#features/chat/routes.ts";
import { routes as dashboard } from "#features/dashboard/routes.ts";
import * as decisionJobs from "#features/decisions/jobs.ts";
import { routes as decisions } from "#features/decisions/routes.ts";
import { schedule as modelSchedule } from "#features/models/jobs.ts";
import {
  jobs as notificationJobs,
  listeners as notificationListeners,
  schedule as notificationSchedule,
} from "#features/notifications/jobs.ts";
import * as pushEvents from "#features/notifications/push/events.ts";
import { pushDelivery } from "#features/notifications/push/service.ts";
import { routes as notifications } from "#features/notifications/routes.ts";
import { routes as feed } from "#features/feed/routes.ts";
import * as integrationEvents from "#features/integrations/events.ts";
import { revocation } from "#features/integrations/revoking/service.ts";
import {
  hooks as integrationHooks,
  pages as integrationPages,
  routes as integrations,
} from "#features/integrations/routes.ts";
import { routes as mailConnecting } from "#features/mailroom/connecting/routes.ts";
import { actions as mailActions } from "#features/mailroom/actions.ts";
import * as mailEvents from "#features/mailroom/events.ts";
import {
  handlers as mailHandlers,
  jobs as mailJobs,
  listeners as mailListeners,
  schedule as mailSchedule,
} from "#features/mailroom/jobs.ts";
import { pages as mailPages, routes as mail } from "#features/mailroom/routes.ts";
import { routes as mailSenders } from "#features/mailroom/senders/routes.ts";
import { letterDelivery } from "#features/mailroom/sending/service.ts";
import * as importEvents from "#features/imports/events.ts";
import { jobs as importJobs } from "#features/imports/jobs.ts";
import { routes as imports } from "#features/imports/routes.ts";
import { routes as leads } from "#features/leads/routes.ts";
import { routes as metrics } from "#features/metrics/routes.ts";
import * as oversightEvents from "#features/oversight/events.ts";
import { schedule as oversightSchedule } from "#features/oversight/jobs.ts";
import { routes as oversight } from "#features/oversight/routes.ts";
import * as privacyEvents from "#features/privacy/events.ts";
import { jobs as privacyJobs, schedule as privacySchedule } from "#features/privacy/jobs.ts";
import * as outboxEvents from "#features/outbox/events.ts";
import { routes as outbox } from "#features/outbox/routes.ts";
import { routes as privacy } from "#features/privacy/routes.ts";
import * as webhookEvents from "#features/webhooks/events.ts";
import * as incomingHookEvents from "#features/webhooks/incoming/events.ts";
import { jobs as integrationJobs, schedule as integrationSchedule } from "#features/integrations/jobs.ts";
import { jobs as webhookJobs, schedule as webhookSchedule } from "#features/webhooks/jobs.ts";
import * as reportEvents from "#features/reports/events.ts";
import * as calendarEvents from "#features/reports/calendar/events.ts";
import { listeners as reportListeners } from "#features/reports/jobs.ts";
import { pages as reportPages, routes as reports } from "#features/reports/routes.ts";
import { hooks as webhookHooks, routes as webhooks } from "#features/webhooks/routes.ts";
import { webhookDelivery } from "#features/webhooks/sending/service.ts";
import { following } from "#features/webhooks/service.ts";
import { actions as toolActions } from "#features/tools/actions.ts";
import { foreignTools as toolsOfOthers, toolDelivery } from "#features/tools/calling/service.ts";
import * as toolEvents from "#features/tools/events.ts";
import { handlers as toolHandlers } from "#features/tools/jobs.ts";
import { routes as tools } from "#features/tools/routes.ts";
import type { HookRoute } from "#platform/http/hook.ts";
import * as securityEvents from "#features/security/events.ts";
import { jobs as securityJobs, schedule as securitySchedule } from "#features/security/jobs.ts";
import { routes as security } from "#features/security/routes.ts";
import * as slackEvents from "#features/slack/events.ts";
import { jobs as slackJobs, listeners as slackListeners } from "#features/slack/jobs.ts";
import { slackChange, slackMessage } from "#features/slack/posting/service.ts";
import { hooks as slackHooks, routes as slack } from "#features/slack/routes.ts";
import { routes as operations } from "#features/operations/routes.ts";
import { jobs as recordJobs, schedule as recordSchedule } from "#features/records/jobs.ts";
import { routes as records } from "#features/records/routes.ts";
import { jobs as setupJobs } from "#features/setup/jobs.ts";
import { routes as setup } from "#features/setup/routes.ts";
import { actions as communicationActions } from "#features/communications/actions.ts";
import { actions as conversationActions } from "#features/conversations/actions.ts";
import { actions as authorityActions } from "#features/authority/actions.ts";
import { actions as decisionActions } from "#features/decisions/actions.ts";
import { actions as levelActions } from "#features/decisions/levels/actions.ts";
import { actions as expertiseActions } from "#features/expertise/actions.ts";
import { actions as taskActions } from "#features/tasks/actions.ts";
import { actions as exploreActions } from "#features/explore/actions.ts";
import { messageSubject } from "#features/communications/query/store.ts";
import { decisionSubject, forecastSubject } from "#features/decisions/query/store.ts";
import { eventSubject } from "#features/feed/query/store.ts";
import { figureSubject } from "#features/metrics/query/store.ts";
import { recordSubjects } from "#features/records/query/store.ts";
import { taskSubject } from "#features/tasks/query/store.ts";
import { runSubject } from "#agency/run/query/store.ts";
import * as memberEvents from "#features/members/events.ts";
import { routes as members } from "#features/members/routes.ts";
import { routes as explore } from "#features/explore/routes.ts";
import * as modelEvents from "#features/models/events.ts";
import { routes as models } from "#features/models/routes.ts";
import * as documentEvents from "#features/brain/documents/events.ts";
import { jobs as documentJobs } from "#features/brain/documents/jobs.ts";
import { routes as documents } from "#features/brain/documents/routes.ts";
import * as exploreEvents from "#features/explore/events.ts";
import type { NeedSource } from "#platform/needs.ts";
import type { Subject } from "#platform/query/subject.ts";
import { needs as decisionNeeds } from "#features/decisions/needs/service.ts";
import { needs as integrationNeeds } from "#features/integrations/needs/service.ts";
import { needs as mailNeeds } from "#features/mailroom/needs/service.ts";
import { needs as recordNeeds } from "#features/records/needs/service.ts";
import { needs as taskNeeds } from "#features/tasks/needs/service.ts";
import * as todayEvents from "#features/today/events.ts";
import { routes as today } from "#features/today/routes.ts";
import type { Connector } from "#connectors/connector.ts";
import { gmailConnector, gmailMailboxes } from "#connectors/gmail/connector.ts";
import { calendarConnector } from "#connectors/google-calendar/connector.ts";
import { driveConnector } from "#connectors/google-drive/connector.ts";
import { imapMailboxes, signedInMail } from "#connectors/imap/kinds.ts";
import { mailProviders } from "#connectors/imap/servers.ts";
import { quickbooksConnector } from "#connectors/quickbooks/connector.ts";
import { hubspotConnector } from "#connectors/hubspot/connector.ts";
import { salesforceConnector } from "#connectors/salesforce/connector.ts";
import { slackConnector } from "#connectors/slack/connector.ts";
import { stripeConnector } from "#connectors/stripe/connector.ts";
import type { MailboxKind } from "#connectors/mailbox.ts";
import type { Action } from "#agency/action.ts";
import type { SkillHandler } from "#agency/skill.ts";
import { routes as tasks } from "#features/tasks/routes.ts";
import { routes as runs } from "#features/runs/routes.ts";
import { actions as identityActions } from "#features/identity/actions.ts";
import * as identityEvents from "#features/identity/events.ts";
import { listeners as identityListeners, schedule as identitySchedule } from "#features/identity/jobs.ts";
import { routes as identity } from "#features/identity/routes.ts";
import { routes as expertise } from "#features/expertise/routes.ts";
import { routes as executives } from "#features/executives/routes.ts";
import * as expertiseEvents from "#features/expertise/events.ts";
import { handlers as expertiseHandlers, schedule as expertiseSchedule } from "#features/expertise/jobs.ts";
import * as consentEvents from "#features/accounts/consents/events.ts";
import * as assistantEvents from "#features/accounts/assistants/events.ts";
import * as accountEvents from "#features/accounts/events.ts";
import * as recoveryEvents from "#features/accounts/recovery/events.ts";
import * as tokenEvents from "#features/accounts/tokens/events.ts";
import * as factorEvents from "#features/accounts/factors/events.ts";
import { routes as factors } from "#features/accounts/factors/routes.ts";
import * as providerEvents from "#features/accounts/provider/events.ts";
import { pages as providerPages, routes as provider } from "#features/accounts/provider/routes.ts";
import * as accountPlanEvents from "#features/accounts/plan/events.ts";
import * as metricEvents from "#features/metrics/events.ts";
import * as customFieldEvents from "#features/records/custom/events.ts";
import * as recordEvents from "#features/records/events.ts";
import * as agentEvents from "#features/agents/events.ts";
import * as authorityEvents from "#features/authority/events.ts";
import * as levelEvents from "#features/authority/levels/events.ts";
import * as taskEvents from "#features/tasks/events.ts";
import * as communicationEvents from "#features/communications/events.ts";
import * as commentEvents from "#features/communications/comments/events.ts";
import * as decisionEvents from "#features/decisions/events.ts";
import * as outsideEvents from "#features/decisions/outside/events.ts";
import * as forecastEvents from "#features/decisions/outcome/events.ts";
import * as setupEvents from "#features/setup/events.ts";
import * as resetEvents from "#features/setup/reset/events.ts";
import * as companyEvents from "#features/setup/company/events.ts";
import { routes as initiatives } from "#features/initiatives/routes.ts";
import * as initiativeEvents from "#features/initiatives/events.ts";
import { handlers as mindHandlers } from "#features/mind/jobs.ts";
import { routes as mind } from "#features/mind/routes.ts";
import { routes as plans } from "#features/plans/routes.ts";
import { handlers as planHandlers, jobs as planJobs } from "#features/plans/jobs.ts";
import { routes as orchestrator } from "#features/orchestrator/routes.ts";
import {
  handlers as orchestratorHandlers,
  jobs as orchestratorJobs,
  listeners as orchestratorListeners,
  schedule as orchestratorSchedule,
} from "#features/orchestrator/jobs.ts";
import * as autopilotEvents from "#features/orchestrator/autopilot/events.ts";
import * as orchestratorEvents from "#features/orchestrator/events.ts";
import * as planEvents from "#features/plans/events.ts";
import * as runEvents from "#agency/run/events.ts";
import type { EventType } from "#platform/journal/event.ts";
import type { Platform } from "#platform/context.ts";
import type { Route } from "#platform/http/route.ts";
import type { PageRoute } from "#platform/http/serve-page.ts";
import type { DeliveryKind } from "#platform/outbox/delivery.ts";
import type { Job } from "#platform/jobs.ts";
import type { Listener, Scheduled } from "#platform/jobs/background.ts";

export const events: readonly EventType[] = [
  accountEvents,
  consentEvents,
  memberEvents,
  recoveryEvents,
  accountPlanEvents,
  factorEvents,
  tokenEvents,
  assistantEvents,
  providerEvents,
  metricEvents,
  recordEvents,
  importEvents,
  customFieldEvents,
  agentEvents,
  authorityEvents,
  levelEvents,
  taskEvents,
  communicationEvents,
  commentEvents,
  decisionEvents,
  outsideEvents,
  forecastEvents,
  exploreEvents,
  documentEvents,
  modelEvents,
  initiativeEvents,
  planEvents,
  orchestratorEvents,
  autopilotEvents,
  chatEvents,
  todayEvents,
  pushEvents,
  setupEvents,
  resetEvents,
  companyEvents,
  brainEvents,
  goalEvents,
  patternEvents,
  expertiseEvents,
  identityEvents,
  oversightEvents,
  outboxEvents,
  integrationEvents,
  slackEvents,
  mailEvents,
  webhookEvents,
  reportEvents,
  calendarEvents,
  incomingHookEvents,
  toolEvents,
  privacyEvents,
  securityEvents,
  runEvents,
].flatMap((room) => Object.values(room).filter((value) => "type" in value) as EventType[]);

/** All actions available to agents. */
export const actions: readonly Action[] = [
  ...taskActions,
  ...communicationActions,
  ...authorityActions,
  ...decisionActions,
  ...levelActions,
  ...expertiseActions,
  ...exploreActions,
  ...conversationActions,
  ...identityActions,
  ...brainActions,
  ...mailActions,
  ...toolActions,
];

/** All background work of agents. */
export const handlers: readonly SkillHandler[] = [
  ...decisionJobs.handlers,
  ...expertiseHandlers,
  ...conversationHandlers,
  ...chatHandlers,
  ...mindHandlers,
  ...planHandlers,
  ...orchestratorHandlers,
  ...mailHandlers,
  ...toolHandlers,
];

/** The tools of others that agents may use. */
export const foreignTools = toolsOfOthers;

/** What people and agents can ask about. */
export const subjects: readonly Subject[] = [
  ...recordSubjects,
  figureSubject,
  taskSubject,
  eventSubject,
  decisionSubject,
  forecastSubject,
  messageSubject,
  runSubject,
];

/** What needs a person, and what happened. */
export const needs: readonly NeedSource[] = [decisionNeeds, recordNeeds, taskNeeds, mailNeeds, integrationNeeds];

/** All calls. */
export const routes: readonly Route[] = [
  ...accounts,
  ...factors,
  ...provider,
  ...members,
  ...metrics,
  ...imports,
  ...records,
  ...agents,
  ...authority,
  ...tasks,
  ...communications,
  ...decisions,
  ...runs,
  ...explore,
  ...assistants,
  ...documents,
  ...models,
  ...expertise,
  ...conversations,
  ...initiatives,
  ...mind,
  ...plans,
  ...brain,
  ...orchestrator,
  ...chat,
  ...executives,
  ...identity,
  ...setup,
  ...dashboard,
  ...today,
  ...feed,
  ...notifications,
  ...oversight,
  ...outbox,
  ...integrations,
  ...tools,
  ...slack,
  ...mail,
  ...mailConnecting,
  ...mailSenders,
  ...webhooks,
  ...reports,
  ...operations,
  ...privacy,
  ...security,
  ...leads,
];

/** Paths that redirect the browser, or answer with a file. */
export const pages: readonly PageRoute[] = [...providerPages, ...integrationPages, ...mailPages, ...reportPages];

/** Where programs outside post to. */
export const hooks: readonly HookRoute[] = [...webhookHooks, ...slackHooks, ...integrationHooks];

/** All jobs except runs. */
export const jobs: readonly Job<z.ZodType, Platform>[] = [
  ...importJobs,
  ...recordJobs,
  ...documentJobs,
  ...decisionJobs.jobs,
  ...planJobs,
  ...orchestratorJobs,
  ...brainJobs,
  ...setupJobs,
  ...privacyJobs,
  ...securityJobs,
  ...webhookJobs,
  ...notificationJobs,
  ...mailJobs,
  ...integrationJobs,
  ...slackJobs,
];

/** What leaves the product. */
export const deliveries: readonly DeliveryKind[] = [
  revocation,
  webhookDelivery,
  letterDelivery,
  slackMessage,
  slackChange,
  pushDelivery,
  toolDelivery,
];

/** The services a company can connect. */
const signedIn = mailProviders.flatMap((one) => signedInMail(one) ?? []);
export const connectors: readonly Connector[] = [
  gmailConnector(),
  stripeConnector(),
  hubspotConnector(),
  salesforceConnector(),
  slackConnector(),
  quickbooksConnector(),
  driveConnector(),
  calendarConnector(),
  ...signedIn.map(({ connector }) => connector),
];

/** The kinds of mailboxes. */
export const mailboxes: readonly MailboxKind[] = [gmailMailboxes, imapMailboxes(), ...signedIn.map(({ kind }) => kind)];

/** What follows the journal from outside. */
export const followed = following;

export const listeners: readonly Listener[] = [
  ...decisionJobs.listeners,
  ...notificationListeners,
  ...reportListeners,
  ...slackListeners,
  ...orchestratorListeners,
  ...identityListeners,
  ...mailListeners,
];

export const schedule: readonly Scheduled[] = [
  ...brainSchedule,
  ...recordSchedule,
  ...decisionJobs.schedule,
  ...expertiseSchedule,
  ...notificationSchedule,
  ...modelSchedule,
  ...oversightSchedule,
  ...securitySchedule,
  ...identitySchedule,
  ...orchestratorSchedule,
  ...privacySchedule,
  ...webhookSchedule,
  ...mailSchedule,
  ...integrationSchedule,
];
