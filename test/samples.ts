import { browserKeys } from "./outside/push-service.ts";
import { routes } from "#app/rooms.ts";
import type { Endpoint, Input } from "#contract/endpoint.ts";
import type { MemberRole } from "#contract/roles.ts";
import * as accounts from "#features/accounts/contract.ts";
import * as recovery from "#features/accounts/recovery/contract.ts";
import * as factors from "#features/accounts/factors/contract.ts";
import * as passkeys from "#features/accounts/factors/passkeys/contract.ts";
import * as provider from "#features/accounts/provider/contract.ts";
import * as secondStep from "#features/accounts/factors/sign-in/contract.ts";
import * as sessionCalls from "#features/accounts/sessions/contract.ts";
import * as tokens from "#features/accounts/tokens/contract.ts";
import * as members from "#features/members/contract.ts";
import * as invitations from "#features/members/invitations/contract.ts";
import * as reports from "#features/reports/contract.ts";
import * as assistants from "#features/accounts/assistants/contract.ts";
import { findSources } from "#features/assistants/contract.ts";
import * as agents from "#features/agents/contract.ts";
import * as authority from "#features/authority/contract.ts";
import * as versions from "#features/authority/versions/contract.ts";
import * as backtests from "#features/decisions/backtest/contract.ts";
import * as outsideAgents from "#features/decisions/outside/contract.ts";
import * as reviewing from "#features/decisions/reviewing/contract.ts";
import * as levels from "#features/authority/levels/contract.ts";
import { getPlan } from "#features/accounts/plan/contract.ts";
import { requestDemo } from "#features/leads/contract.ts";
import { listCommunications } from "#features/communications/contract.ts";
import * as brain from "#features/brain/contract.ts";
import * as documents from "#features/brain/documents/contract.ts";
import * as goals from "#features/brain/goals/contract.ts";
import * as graph from "#features/brain/graph/contract.ts";
import * as patterns from "#features/brain/patterns/contract.ts";
import * as chat from "#features/chat/contract.ts";
import * as conversations from "#features/conversations/contract.ts";
import * as today from "#features/today/contract.ts";
import { getDashboard } from "#features/dashboard/contract.ts";
import * as decisions from "#features/decisions/contract.ts";
import * as address from "#features/accounts/address/contract.ts";
import * as calendar from "#features/reports/calendar/contract.ts";
import * as push from "#features/notifications/push/contract.ts";
import * as notifications from "#features/notifications/contract.ts";
import { getFeed } from "#features/feed/contract.ts";
import * as ledger from "#features/decisions/ledger/contract.ts";
import * as outcomes from "#features/decisions/outcome/contract.ts";
import * as metrics from "#features/metrics/contract.ts";
import * as metricSources from "#features/metrics/sources/contract.ts";
import * as integrations from "#features/integrations/contract.ts";
import * as mailConnecting from "#features/mailroom/connecting/contract.ts";
import * as begun from "#features/mailroom/beginning/contract.ts";
import * as mail from "#features/mailroom/contract.ts";
import * as learning from "#features/mailroom/learning/contract.ts";
import { getSender } from "#features/mailroom/senders/contract.ts";
import * as slack from "#features/slack/contract.ts";
import * as outbox from "#features/outbox/contract.ts";
import * as oversight from "#features/oversight/contract.ts";
import * as audit from "#features/security/audit/contract.ts";
import { getSecurityStatus } from "#features/security/contract.ts";
import { getStatus } from "#features/operations/contract.ts";
import * as books from "#features/records/books/contract.ts";
import * as categories from "#features/records/categories/contract.ts";
import { addRecord, changeRecord, recordKinds, sampledKinds } from "#features/records/contract.ts";
import * as imports from "#features/imports/contract.ts";
import * as customFields from "#features/records/custom/contract.ts";
import * as recordImports from "#features/records/imports/contract.ts";
import * as recordLists from "#features/records/list/contract.ts";
import * as naming from "#features/records/naming/contract.ts";
import { getAgeing } from "#features/records/ageing/contract.ts";
import { setField } from "#features/records/editing/contract.ts";
import * as finishing from "#features/records/finishing/contract.ts";
import * as removals from "#features/records/removals/contract.ts";
import * as recordSamples from "#features/records/samples/contract.ts";
import * as company from "#features/setup/company/contract.ts";
import * as setup from "#features/setup/contract.ts";
import { startWorking } from "#features/setup/starting/contract.ts";
import * as executives from "#features/executives/contract.ts";
import * as agentConfig from "#features/identity/config/contract.ts";
import * as identity from "#features/identity/contract.ts";
import * as promotions from "#features/identity/promotions/contract.ts";
import * as reporting from "#features/identity/reporting/contract.ts";
import { listResets, undoReset } from "#features/setup/reset/contract.ts";
import * as tasks from "#features/tasks/contract.ts";
import * as work from "#features/tasks/load/contract.ts";
import { query } from "#contract/query.ts";
import * as explore from "#features/explore/contract.ts";
import * as models from "#features/models/contract.ts";
import * as trials from "#features/models/trial/contract.ts";
import * as expertise from "#features/expertise/contract.ts";
import { listOverdue } from "#features/expertise/overdue/contract.ts";
import * as initiatives from "#features/initiatives/contract.ts";
import * as orchestrator from "#features/orchestrator/contract.ts";
import * as autopilot from "#features/orchestrator/autopilot/contract.ts";
import * as plans from "#features/plans/contract.ts";
import * as privacy from "#features/privacy/contract.ts";
import * as runs from "#features/runs/contract.ts";
import * as approving from "#features/notifications/approving/contract.ts";
import { tokenOf as approvalTokenOf } from "#features/notifications/approving/service.ts";
import { textHash } from "#features/decisions/service.ts";
import { find as findDecision } from "#features/decisions/store.ts";
import * as foreignTools from "#features/tools/contract.ts";
import { answerTools } from "./outside/tools.ts";
import * as webhooks from "#features/webhooks/contract.ts";
import * as incoming from "#features/webhooks/incoming/contract.ts";
import { jobContext } from "#features/accounts/service.ts";
import { runLook } from "#features/imports/looking/service.ts";
import { mintCompany } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";
import { cursorOf } from "#platform/db/cursor.ts";
import { hashToken, makeToken } from "#platform/http/session.ts";
import { hashPassword } from "#platform/passwords.ts";
import { begin, openProgram } from "./assistant.ts";
import { mailboxes } from "./mailbox.ts";
import { client as parcelClient, lockerConnector, parcelConnector } from "./outside/parcel-service.ts";
import { exampleRow } from "./example-rows.ts";
import { furnishedCode, furnishFactors } from "./factors.ts";
import { clientOf, hire, type Member, testContexts, type World } from "./world.ts";

/** A company with one row of everything a call can name. */
export type Ground = {
  member: Member;
  ceo: string;
  cfo: string;
  decision: string;
  /** Another pending one, and two that were settled and can still be undone. */
  second: string;
  undoable: string;
  /** A trial of changed limits, with a changed case. */
  backtest: string;
  rejected: string;
  task: string;
  /** Completed by a bulk change that can still be undone. */
  moved: string;
  import: string;
  reset: string;
  /** Serves, with nothing in the way of retiring it; and one that was retired. */
  spare: string;
  retired: string;
  /** An outside agent of the member, and a decision it was allowed. */
  outside: string;
  allowed: string;
  /** When the settings of `outside` were last changed. */
  outsideUpdatedAt: string;
  setupVersion: string;
  configVersion: string;
  targetsVersion: string;
  customer: string;
  vendor: string;
  deal: string;
  /** Keys of fields of its own; the last was removed. */
  field: string;
  otherField: string;
  goneField: string;
  agreement: string;
  /** A file that is announced, one that waits to be imported, and one that was. */
  announced: string;
  file: string;
  done: string;
  /** A file that is announced at the one door, and one that was looked at. */
  added: string;
  looked: string;
  /** Another that was looked at, for what changes how it is read. */
  chosen: string;
  removal: string;
  parties: string;
  run: string;
  /** One that is done. */
  evaluated: string;
  due: string;
  pin: string;
  /** A connected assistant, a client by which none came, and requests of others that wait for consent. */
  assistant: string;
  spareClient: string;
  consents: readonly [string, string, string];
  /** An account of a language model that serves every purpose, and one that serves none. */
  account: string;
  spareAccount: string;
  /** A plan that waits, with one of its parts, another one that waits, and an accepted one with its initiative. */
  plan: string;
  planItem: string;
  spentPlan: string;
  acceptedPlan: string;
  initiative: string;
  planTask: string;
  cycle: string;
  notification: string;
  /** A finding of oversight with its intervention, and one without. */
  intervened: string;
  found: string;
  /** A webhook with a message that was cancelled, another one, and two addresses for incoming rows. */
  webhook: string;
  webhookMessage: string;
  spareWebhook: string;
  incomingHook: string;
  spareHook: string;
  /** Mailboxes, and letters: drafted ones, and one whose answer is about to leave. */
  mailbox: string;
  preference: string;
  spareMailbox: string;
  letter: string;
  /** A customer with an address that owes something. */
  owing: string;
  /** Another one, and a letter to a third that is about to leave. */
  reminded: string;
  begunLetter: string;
  sentLetter: string;
  spareLetter: string;
  heldLetter: string;
  /** Deliveries: two that are scheduled, and two that are stuck. */
  scheduledDelivery: string;
  otherDelivery: string;
  failedDelivery: string;
  doubtfulDelivery: string;
  /** Two more people of the company, another session of the member, two invitations, and the token of the second. */
  colleague: string;
  leaving: string;
  session: string;
  /** An API token of the member. */
  apiToken: string;
  /** A link to a board pack, and the token of another. */
  packLink: string;
  packToken: string;
  /** A link in a mail that decides a proposal of its own. */
  approvalToken: string;
  /** A server of tools whose tool an executive may use, and another one. */
  toolServer: string;
  toolPrint: string;
  spareToolServer: string;
  pushDevice: string;
  calendarLink: string;
  addressProof: (person: Member) => string;
  invitation: string;
  joining: string;
  token: string;
  /** That its invitation was read in the mail. */
  proof: string;
  /** Of a link that sets the colleague's password. */
  linkToken: string;
  /** Items of the Brain: a passage of a document, one to delete, an entity it names, a fact, a goal, one to delete. */
  document: string;
  spareDocument: string;
  brainUpload: string;
  passage: string;
  sparePassage: string;
  entity: string;
  fact: string;
  goal: string;
  spareGoal: string;
} & Awaited<ReturnType<typeof furnishFactors>> &
  Awaited<ReturnType<typeof furnishToday>>;
type RecordPlace =
  | "customer"
  | "vendor"
  | "deal"
  | "agreement"
  | "parties"
  | "announced"
  | "file"
  | "done"
  | "removal"
  | "added"
  | "looked"
  | "chosen"
  | "field"
  | "otherField"
  | "goneField";
export type Sample = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
type Row = {
  endpoint: Endpoint;
  writes: boolean;
  good: (ground: Ground) => Sample;
  /** What a furnished company has to do before, where the order of the table does not see to it. */
  before?: (ground: Ground) => Promise<unknown>;
};

const newPassword = "four quiet herons";

let used = 0;
const unused = (word: string) => `${word}-${process.pid}-${(used += 1)}`;

type Good<E extends Endpoint> = (ground: Ground) => Partial<Input<E>>;
const kind =
  (isWriting: boolean) =>
  <E extends Endpoint>(endpoint: E) =>
  (good: Good<E> = () => ({})): Row => ({ endpoint, writes: isWriting, good: good as Row["good"] });
const reads = kind(false);
const writes = kind(true);

const setupOf = (role: "CEO" | "Legal"): setup.AgentSetup => ({
  role,
  name: `The ${role}`,
  capabilities: ["strategic_planning", "contract_review"],
  decisionAuthority: "high",
  budgetLimit: 1000,
  emailAddress: `${role.toLowerCase()}@example.com`,
  customInstructions: "Be brief.",
});

const settingsOf = (capability: string) => ({
  name: "Martha",
  emailAddress: "martha@example.com",
  budgetLimit: 1234.5,
  decisionAuthority: "low" as const,
  customInstructions: "Be kind.",
  capabilities: { [capability]: false },
});

const outsideContext = {
  amount: 600,
  budget: 20_000,
  spent: 4_000,
  need: "should",
  evidence: [{ kind: "Document", reference: "Written offer", value: 600 }],
};

const limitsOf = (role: "CFO") => ({
  role,
  decisionType: "expense_approval",
  figures: { perDecision: 20_000, discountPercent: null, alone: 400.5, aloneDiscountPercent: 2 },
});

const byMonth = query.parse({
  subject: "invoices",
  filters: [{ field: "status", test: "isNot", values: ["void"] }],
  search: "INV",
  period: { kind: "calendar", unit: "year", shift: 0 },
  day: "issuedOn",
  groupBy: { field: "issuedOn", unit: "month" },
  measure: { of: "share", field: "amount" },
  part: [{ field: "status", test: "is", values: ["paid"] }],
  compare: "previous",
});

const customersNow = {
  subject: "customers",
  filters: [{ field: "status", test: "is", values: ["active"] }],
  search: "customer of",
  period: null,
  day: null,
  groupBy: null,
  measure: { of: "count", field: null },
  part: [],
  compare: null,
};

/** What a sender calls the amount of a payment. */
const columns = [{ name: "takings", field: "amount" }];

/** One good request for every endpoint, naming every key it takes. The order leaves each one its rows. */
const table: readonly Row[] = [
  reads(accounts.currentUser)(),
  reads(accounts.getEntry)(),
  reads(accounts.listPeople)(),
  reads(getPlan)(),
  writes(requestDemo)(() => ({
    body: {
      name: "Ann Lee",
      email: "ann@example.com",
      company: "Hartley & Finch",
      message: "",
      consent: true,
      website: "",
    },
  })),
  reads(findSources)(() => ({ query: { query: "task" } })),
  reads(explore.searchRows)(() => ({ query: { q: "task" } })),
  writes(accounts.login)(({ member }) => ({ body: { username: member.username, password: member.password } })),
  writes(secondStep.enterCode)(({ waiting }) => ({ body: { token: waiting, code: furnishedCode() } })),
  reads(secondStep.startWithPasskey)(({ waitingForPasskey: token }) => ({ body: { token } })),
  writes(secondStep.signWithPasskey)(({ waitingForPasskey: token, sign }) => ({ body: { token, passkey: sign() } })),
  writes(accounts.register)(() => ({
    body: {
      username: unused("new"),
      email: `${unused("new")}@example.com`,
      companyName: "New company",
      password: "another long password",
      timeZone: "Europe/London",
    },
  })),
  writes(accounts.setLocale)(() => ({ body: { currency: "USD", timeZone: "Europe/Berlin", fiscalYearStart: 4 } })),
  reads(company.getDetails)(),
  reads(company.listProfiles)(),
  // The form may change the goals after it.
  writes(company.setTargets)(({ targetsVersion }) => ({
    body: {
      targets: [{ text: "Revenue of 2 million", metric: "revenue", target: 2_000_000, date: "2027-12-31" }],
      version: targetsVersion,
    },
  })),
  writes(company.setupCompany)(({ setupVersion }) => ({
    body: {
      name: "Hartley & Finch",
      industry: "Retail",
      goals: { description: "Revenue of 2 million by the end of 2027" },
      departmentsActive: ["Sales", "Finance"],
      monthlyRevenue: 120_000,
      version: setupVersion,
    },
  })),
  writes(company.replaceSetup)(() => ({
    body: {
      name: "Hartley & Finch",
      industry: "Retail",
      goals: { description: "Revenue of 3 million by the end of 2027" },
      departmentsActive: ["Sales", "Finance"],
      monthlyRevenue: 130_000,
    },
  })),
  reads(metrics.listMetrics)(() => ({ query: { name: "daily_revenue", from: "2026-01-01", to: "2026-12-31" } })),
  reads(metrics.listSeries)(),
  reads(metricSources.listMetricSources)(() => ({ query: { name: "daily_revenue" } })),
  reads(metricSources.listFreshness)(),
  writes(metricSources.chooseMetricSource)(() => ({ body: { name: "daily_revenue", source: "api" } })),
  writes(metrics.recordMetrics)(() => ({
    body: {
      source: "manual",
      points: [{ metricName: "visits", metricValue: 12.5, currency: "GBP", measurementDate: "2026-11-02" }],
    },
  })),
  writes(metrics.importMetrics)(() => ({
    query: {
      fileName: "sales.csv",
      metricName: "sales",
      dateColumn: "date",
      valueColumn: "revenue",
      dateFormat: "YYYY-MM-DD",
      currency: "GBP",
    },
    body: "date,revenue\n2026-11-01,5\n",
  })),
  reads(metrics.getImport)((ground) => ({ params: { id: ground.import } })),
  reads(recordLists.countRecords)(),
  reads(recordLists.listOwnWords)(),
  writes(addRecord)(() => ({
    body: {
      kind: "vendors",
      source: "api",
      externalId: unused("vendor"),
      fields: {
        name: "Bolt Ltd",
        email: "billing@bolt.example",
        category: "Software",
        status: "active",
        ownerName: "Dana",
        yearlyBudget: 12_500,
        currency: "GBP",
        notes: "They asked twice",
      },
    },
  })),
  writes(changeRecord)(({ deal }) => ({
    params: { id: deal },
    body: {
      kind: "deals",
      fields: { name: unused("A larger rollout"), stage: "won", amount: 15_000, openedOn: "2026-10-01" },
    },
  })),
  reads(books.getProfit)(),
  reads(books.getAccounts)(),
  reads(books.getStaff)(),
  reads(categories.listRules)(),
  writes(categories.setRules)(() => ({
    body: {
      rules: [
        { id: crypto.randomUUID(), contains: "rent", counterparty: "Metro Offices", sign: "out", category: "Rent" },
      ],
    },
  })),
  writes(categories.applyRules)(),
  reads(recordLists.listRecords)((ground) => ({
    params: { kind: "contracts" },
    query: asked(
      ground,
      "records",
      { ...agreementsOf(ground), sort: "newest" as const },
      [noon, ground.agreement],
      agreements,
    ),
  })),
  reads(recordLists.exportRecords)((ground) => ({
    params: { kind: "contracts" },
    query: asked(ground, "export", agreementsOf(ground), [noon, ground.agreement], agreements),
  })),
  reads(recordLists.getRecord)(({ customer }) => ({ params: { kind: "customers", id: customer } })),
  reads(customFields.listCustomFields)(() => ({ params: { kind: "deals" } })),
  writes(customFields.orderCustomFields)(({ field, otherField }) => ({
    params: { kind: "deals" },
    body: { keys: [otherField, field] },
  })),
  writes(customFields.addCustomField)(() => ({
    params: { kind: "deals" },
    body: { label: unused("Region"), type: "choice", choices: ["West", "East"] },
  })),
  writes(customFields.changeCustomField)(({ field }) => ({
    params: { kind: "deals", key: field },
    body: { label: unused("Size"), type: "choice", choices: ["Large", "Small"], hidden: true, inList: true },
  })),
  writes(customFields.removeCustomField)(({ field }) => ({ params: { kind: "deals", key: field } })),
  writes(customFields.restoreCustomField)(({ goneField }) => ({ params: { kind: "deals", key: goneField } })),
  reads(recordSamples.getTemplate)(() => ({ params: { kind: "tickets" }, query: { rows: "sample" } })),
  writes(recordSamples.addSamples)(),
  reads(recordSamples.listSampleKinds)(),
  {
    ...writes(recordSamples.removeSamples)(),
    before: ({ member }) => member.call(recordSamples.addSamples),
  },
  writes(recordImports.sendPart)(({ announced }) => ({
    params: { id: announced, position: "0" },
    body: customersCsv as never,
  })),
  {
    ...writes(recordImports.startImport)(({ announced }) => ({
      params: { id: announced },
      body: { columns: [{ field: "name", column: "name" }], dateFormat: "YYYY-MM-DD", decimalCommas: false },
    })),
    before: ({ member, announced }) => sendFile(member, announced),
  },
  writes(imports.openImport)(() => ({ body: { fileName: "vendors.csv", size: 12 } })),
  writes(imports.sendPart)(({ added }) => ({ params: { id: added, position: "0" }, body: customersCsv as never })),
  writes(imports.chooseImport)(({ chosen }) => ({
    params: { id: chosen },
    body: {
      target: "customers",
      codePage: "windows-1252",
      sheet: "Sheet1",
      headingLine: 1,
      columns: [{ heading: "email", field: null }],
      answers: [{ question: "currency", item: "", answer: "EUR" }],
      createParties: false,
    },
  })),
  writes(imports.startImport)(({ looked }) => ({ params: { id: looked } })),
  writes(imports.discardImport)(({ added }) => ({ params: { id: added } })),
  reads(imports.listImports)(),
  reads(imports.getImport)(({ looked }) => ({ params: { id: looked } })),
  reads(imports.getRefused)(({ done }) => ({ params: { id: done } })),
  writes(recordImports.openImport)(() => ({ body: { kind: "vendors", fileName: "vendors.csv", size: 12 } })),
  reads(recordImports.getImport)(({ file }) => ({ params: { id: file } })),
  reads(naming.proposeParties)(() => ({ params: { kind: "customers" } })),
  writes(naming.createParties)(() => {
    const name = unused("Nordwind GmbH");
    return { body: { kind: "vendors", names: [name], same: [{ name: `The ${name}`, as: name }] } };
  }),
  writes(naming.undoParties)(({ parties }) => ({ params: { id: parties } })),
  writes(setField)(({ ticket }) => ({
    params: { id: ticket },
    body: { kind: "tickets", field: "priority", was: "low", is: "high" },
  })),
  writes(finishing.finishRecords)(({ late }) => ({ body: { as: "resolved", ids: [late] } })),
  writes(finishing.reopenRecords)(({ finished }) => ({ body: finished })),
  writes(removals.removeRecord)(({ vendor }) => ({ params: { kind: "vendors", id: vendor } })),
  writes(removals.removeImported)(({ done }) => ({ params: { id: done } })),
  writes(imports.undoImport)(({ done }) => ({ params: { id: done } })),
  reads(getAgeing)(),
  reads(removals.listRemovals)(),
  writes(removals.restoreRecords)(({ removal }) => ({ params: { id: removal } })),
  reads(agents.listAgents)(),
  writes(agents.setStatus)(({ spare }) => ({ params: { id: spare }, body: { status: "paused", reason: "On leave" } })),
  writes(agents.setAutonomy)(({ ceo }) => ({ params: { id: ceo }, body: { autonomyLevel: "propose" } })),
  reads(identity.listProfiles)(),
  reads(identity.getIdentity)(({ cfo }) => ({ params: { id: cfo } })),
  writes(identity.initializeProfile)(({ spare }) => ({ params: { id: spare } })),
  reads(promotions.listPromotionRules)(),
  writes(promotions.proposePromotion)(({ cfo }) => ({ params: { id: cfo } })),
  writes(promotions.proposeDemotion)(({ ceo }) => ({ params: { id: ceo }, body: { reason: "Two late budgets" } })),
  writes(promotions.changePromotionRule)(() => ({
    params: { tier: "advisor" },
    body: { version: 1, minTaskCount: 40, maxErrorRate: 4.5, minPerformanceScore: 80 },
  })),
  reads(agentConfig.getConfig)(({ cfo }) => ({ params: { id: cfo } })),
  writes(agentConfig.changeConfig)(({ ceo, configVersion }) => ({
    params: { id: ceo },
    body: {
      version: configVersion,
      voiceStyle: "analytical",
      riskTolerance: 25,
      defaultTaskType: "Weekly review",
      defaultResponseLength: "short",
      escalationBehavior: "balanced",
    },
  })),
  reads(reporting.listTeamWork)(),
  writes(reporting.changeReporting)(({ spare, cfo, ceo }) => ({
    params: { id: spare },
    body: { reportsTo: cfo, was: ceo },
  })),
  reads(authority.listPolicies)(),
  writes(backtests.startBacktest)(() => ({
    body: { days: 90, base: 1, changes: [limitsOf("CFO")], assumption: "execute" },
  })),
  reads(backtests.getBacktest)(({ backtest }) => ({ params: { id: backtest } })),
  reads(backtests.listBacktestCases)((ground) => ({
    params: { id: ground.backtest },
    query: asked(ground, "backtest-cases", { kind: "changed" as const }, ["0"], { id: ground.backtest }),
  })),
  reads(versions.listVersions)((ground) => ({ query: asked(ground, "policy-versions", {}, ["5"]) })),
  reads(versions.getVersion)(() => ({ params: { version: "1" }, query: { against: "1" } })),
  writes(authority.changePolicy)(() => ({
    params: { role: "CFO" },
    body: { perDecision: 60_000, discountPercent: 5, note: "Agreed by the board" },
  })),
  // An approver may make them, because both lower limits.
  writes(versions.restoreVersion)(() => ({ params: { version: "1" }, body: { base: 2, note: "As it was" } })),
  writes(versions.saveVersion)(() => ({
    body: { base: 3, note: "Agreed by the board", changes: [limitsOf("CFO")] },
  })),
  reads(tasks.listTasks)((ground) => ({
    query: { ...asked(ground, "tasks", { status: "pending" as const }, ["0", noon, "0", ground.task]), shape: "lines" },
  })),
  reads(work.listWork)((ground) => ({
    query: asked(
      ground,
      "work",
      { view: "done" as const, assignee: ground.cfo, from: "2026-01-01", to: "2030-01-01", sort: "newest" as const },
      [noon, ground.task],
    ),
  })),
  reads(tasks.getTask)(({ task }) => ({ params: { id: task } })),
  writes(tasks.createTask)(({ cfo }) => ({
    body: {
      title: "Call the bank",
      description: "About the loan",
      priority: "high",
      assignedAgentId: cfo,
      assignedUserId: null,
      dueDate: "2030-01-01T00:00:00.000Z",
      dueOn: null,
    },
  })),
  writes(tasks.changeTasks)(({ task }) => ({
    body: { ids: [task], status: "in_progress", assignedAgentId: null, assignedUserId: null },
  })),
  writes(tasks.undoTasks)(({ moved }) => ({ body: { ids: [moved] } })),
  writes(tasks.updateTask)(({ task }) => ({
    params: { id: task },
    body: {
      title: "Call the bank again",
      priority: "low",
      status: "completed",
      actualHours: 1.5,
      assignedAgentId: null,
      assignedUserId: null,
      dueOn: "2030-01-01",
    },
  })),
  reads(listCommunications)((ground) => ({ query: asked(ground, "communications", {}, [noon, ground.task]) })),
  reads(decisions.listDecisions)((ground) => ({
    query: { ...asked(ground, "decisions", { status: "pending" as const }, ["0", "0", "100"]), shape: "lines" },
  })),
  reads(ledger.listLedger)((ground) => ({
    query: asked(ground, "ledger", inLedger, ["0", "100"]),
  })),
  reads(ledger.getLedgerSummary)(() => ({ query: ledgerFilter })),
  reads(decisions.getDecision)(({ decision }) => ({ params: { id: decision }, query: { shape: "lines" } })),
  reads(decisions.listDecisionTypes)(),
  writes(decisions.makeDecision)(({ cfo }) => ({
    body: {
      agentId: cfo,
      decisionType: "investment_evaluation",
      context: { ...testContexts.CFO.context, subject: unused("A new van"), purpose: "delivery", counterparty: "Ford" },
      isTest: true,
    },
  })),
  reads(agents.listOutsideAgents)(),
  writes(outsideAgents.askPolicy)(({ outside }) => ({
    body: {
      agentId: outside,
      decisionType: "expense_approval",
      context: { ...outsideContext, subject: unused("New chairs") },
    },
  })),
  reads(outsideAgents.getAnswer)(({ allowed }) => ({ params: { id: allowed } })),
  writes(outsideAgents.reportOutcome)(({ allowed }) => ({
    params: { id: allowed },
    body: { carriedOut: true, amount: 550, note: "Order 7781" },
  })),
  reads(reviewing.getOwnReviews)(),
  reads(reviewing.listReviewers)(),
  reads(reviewing.listSuggestions)(),
  writes(reviewing.markOpened)(({ decision }) => ({ params: { id: decision } })),
  writes(decisions.settleDecision)(({ decision }) => ({
    params: { id: decision },
    body: { approved: true, reason: "It pays", probability: 0.6 },
  })),
  writes(decisions.undoDecision)(({ undoable }) => ({ params: { id: undoable }, body: { reason: "Wrong supplier" } })),
  writes(decisions.giveReason)(({ rejected }) => ({ params: { id: rejected }, body: { reason: "Not now" } })),
  writes(decisions.settleDecisions)(({ second }) => ({
    body: { ids: [second], approved: false, reason: "Other plan" },
  })),
  writes(decisions.undoDecisions)(({ rejected }) => ({ body: { ids: [rejected] } })),
  reads(executives.listCapabilities)(),
  reads(executives.listRetired)(),
  reads(executives.getExecutive)(({ cfo }) => ({ params: { id: cfo } })),
  writes(executives.editExecutive)(({ member, outside, ceo, outsideUpdatedAt }) => ({
    params: { id: outside },
    body: {
      updatedAt: outsideUpdatedAt,
      ...settingsOf("risk_assessment"),
      reportsTo: ceo,
      operatorId: member.user.id,
    },
  })),
  writes(executives.addExecutive)(({ ceo, member }) => ({
    body: {
      role: "CMO",
      ...settingsOf("market_research"),
      reportsTo: ceo,
      autonomyLevel: "propose" as const,
      operatorId: member.user.id,
    },
  })),
  writes(executives.retireExecutive)(({ spare }) => ({ params: { id: spare }, body: { reason: "We sell by phone" } })),
  writes(executives.reinstateExecutive)(({ retired }) => ({ params: { id: retired } })),
  writes(conversations.askAgents)(() => ({ body: { question: "How much is overdue?", urgency: "low" } })),
  reads(conversations.listQuestions)(),
  reads(conversations.listComments)(({ task }) => ({ query: { subject: "task", id: task } })),
  writes(conversations.addComment)(({ task }) => ({
    body: { subject: "task", subjectId: task, text: "Who does it?" },
  })),
  writes(chat.sendMessage)(() => ({ body: { message: "How much is overdue?" } })),
  reads(chat.listTurns)((ground) => ({
    query: asked(ground, "chat", { q: "overdue" }, [noon, ground.task], { personId: ground.member.user.id }),
  })),
  reads(explore.listSubjects)(),
  reads(explore.exploreRows)(() => ({ query: { q: JSON.stringify({ ...byMonth, ...customersNow }) } })),
  reads(explore.listPins)(),
  writes(explore.addPin)(() => ({ body: { title: "Invoices by month", query: byMonth } })),
  writes(explore.removePin)(({ pin }) => ({ params: { id: pin } })),
  reads(models.getModelSettings)(),
  reads(models.getEngine)(),
  reads(models.findLocalModels)(),
  writes(models.saveModelAccount)(() => ({ body: nowhere })),
  reads(trials.listTrialQuestions)(),
  writes(trials.tryModelAccount)(() => ({ body: { ...nowhere, question: "How much is overdue?" } })),
  writes(models.testModel)(({ account }) => ({ body: { accountId: account } })),
  writes(models.changeModelPrivacy)(() => ({
    body: { keepDays: 90, hidesPersonalDetails: true, agreesToOperator: false },
  })),
  writes(models.setModelPrice)(() => ({
    body: { provider: "ollama", model: "none", validFrom: "2026-11-01", input: 1, cachedInput: 0.5, output: 2 },
  })),
  writes(models.changeModelBudget)(() => ({ body: { company: 30, agent: 3 } })),
  writes(models.chooseModel)(({ account, spareAccount }) => ({
    body: {
      purpose: "write",
      accountId: account,
      model: "another",
      fallback: { accountId: spareAccount, model: "other" },
    },
  })),
  writes(models.removeModelAccount)(({ spareAccount }) => ({ params: { id: spareAccount } })),
  writes(plans.executeCommand)(() => ({ body: { prompt: `Launch the ${unused("product")} by 1 March` } })),
  reads(plans.listPlans)((ground) => ({ query: asked(ground, "plans", {}, [noon, ground.plan]) })),
  reads(plans.getPlan)(({ plan }) => ({ params: { id: plan } })),
  writes(plans.dropItem)(({ plan, planItem }) => ({ params: { id: plan, item: planItem }, body: { isDropped: true } })),
  writes(plans.acceptPlan)(({ plan }) => ({ params: { id: plan } })),
  writes(plans.discardPlan)(({ spentPlan }) => ({ params: { id: spentPlan } })),
  reads(initiatives.listInitiatives)(),
  writes(initiatives.updateInitiative)(({ initiative }) => ({
    params: { id: initiative },
    body: {
      title: "A better goal",
      description: "By spring",
      status: "paused",
      priority: "low",
      targetDate: "2030-01-31",
    },
  })),
  writes(plans.undoPlan)(({ acceptedPlan }) => ({ params: { id: acceptedPlan } })),
  reads(orchestrator.getOrchestrator)(() => ({ query: { q: "priorities" } })),
  writes(orchestrator.queryOrchestrator)(() => ({ body: { query: "Analyze team performance", priority: "high" } })),
  writes(orchestrator.runMonitor)(),
  writes(autopilot.setAutoPilot)(() => ({
    body: { enabled: true, frequency: 60, quietHours: { from: "21:00", to: "06:30" }, dailyCap: 20 },
  })),
  reads(autopilot.getCycle)(({ cycle }) => ({ params: { id: cycle } })),
  writes(orchestrator.setTaskStatus)(({ planTask }) => ({
    params: { taskId: planTask },
    body: { status: "cancelled" },
  })),
  reads(expertise.listAsks)(),
  reads(expertise.getDailyBrief)(),
  reads(runs.listRuns)((ground) => ({
    query: asked(ground, "runs", { agentId: ground.ceo }, [noon, ground.run]),
  })),
  reads(runs.getRun)(({ run }) => ({ params: { id: run } })),
  reads(runs.getDraft)(({ run }) => ({ params: { id: run } })),
  reads(runs.replayRun)(({ evaluated }) => ({ params: { id: evaluated } })),
  writes(runs.tryRunAgain)(({ evaluated }) => ({
    params: { id: evaluated },
    body: { model: "other", instructions: "Be brief.", withoutActions: ["explore_query"] },
  })),
  writes(runs.stopRun)(({ run }) => ({ params: { id: run } })),
  writes(expertise.startBriefing)(({ cfo }) => ({ params: { id: cfo } })),
  writes(outcomes.resolveForecast)(({ due }) => ({
    params: { id: due, position: "0" },
    body: { held: true, value: 12, note: "The supplier wrote" },
  })),
  writes(outcomes.correctForecast)(({ due }) => ({
    params: { id: due, position: "1" },
    body: { held: false, value: 0, reason: "The order was cancelled" },
  })),
  reads(outcomes.listForecasts)((ground) => ({
    query: asked(
      ground,
      "forecasts",
      { state: "resolved" as const, role: "CFO" as const, type: "investment_evaluation" },
      ["98000000000.0000", "1", "0"],
    ),
  })),
  reads(outcomes.getRecord)(),
  reads(getDashboard)(),
  reads(today.getNeeds)(),
  reads(today.getSince)(() => ({ query: { from: new Date(Date.now() - 86_400_000).toISOString() } })),
  writes(today.snoozeNeed)(({ line }) => ({ body: { ...line, until: inAWeek() } })),
  writes(today.wakeNeed)(({ snoozed }) => ({ body: snoozed })),
  reads(listOverdue)(),
  reads(notifications.listNotifications)((ground) => ({
    query: {
      view: "all" as const,
      cursor: cursorOf(
        {
          company: mintCompany(ground.member.user.companyId),
          list: "notifications",
          userId: ground.member.user.id,
          view: "all",
        },
        [noon, ground.notification],
      ),
    },
  })),
  reads(notifications.countNotifications)(),
  reads(calendar.getCalendar)(),
  reads(calendar.listCalendarLinks)(),
  writes(calendar.addCalendarLink)(),
  writes(calendar.revokeCalendarLink)(({ calendarLink }) => ({ params: { id: calendarLink } })),
  writes(address.askForProof)(),
  writes(address.proveAddress)(({ member, addressProof }) => ({ body: { token: addressProof(member) } })),
  reads(approving.openApproval)(({ approvalToken }) => ({ body: { token: approvalToken } })),
  writes(approving.settleByLink)(({ approvalToken }) => ({
    body: { token: approvalToken, approved: true, reason: "As mailed" },
  })),
  reads(foreignTools.getToolServers)(),
  writes(foreignTools.addToolServer)(() => ({
    body: { name: unused("Tools"), address: "https://tools.example/mcp", secret: "s3cret" },
  })),
  writes(foreignTools.testToolServer)(({ toolServer }) => ({ params: { id: toolServer } })),
  writes(foreignTools.tryTool)(({ toolServer, cfo }) => ({
    params: { id: toolServer },
    body: { tool: "lookup", agentId: cfo, arguments: { id: "ch_1" } },
  })),
  writes(foreignTools.chooseTool)(({ toolServer, toolPrint, cfo }) => ({
    params: { id: toolServer },
    body: { tool: "lookup", print: toolPrint, reads: false, cost: 12.5, uses: [{ agentId: cfo, mode: "ask" }] },
  })),
  writes(foreignTools.removeToolServer)(({ spareToolServer }) => ({ params: { id: spareToolServer } })),
  reads(push.getPush)(),
  writes(push.choosePush)(() => ({
    body: { about: "all", quiet: { from: "22:00", to: "07:00", timeZone: "UTC" }, brief: false, approvals: true },
  })),
  writes(push.addPushDevice)(() => ({ body: browserKeys("https://push.example/added") })),
  writes(push.tryPushDevice)(({ pushDevice }) => ({ params: { id: pushDevice } })),
  writes(push.removePushDevice)(({ pushDevice }) => ({ params: { id: pushDevice } })),
  writes(notifications.readNotification)(({ notification }) => ({ params: { id: notification } })),
  reads(levels.listLevels)(({ cfo }) => ({ params: { id: cfo } })),
  writes(levels.restoreLevel)(({ ceo }) => ({
    params: { id: ceo, decisionType: "investment_evaluation" },
    body: { reason: "It was no breach" },
  })),
  writes(brain.queryBrain)(({ member }) => ({ body: { question: `What is the note of ${member.username}?` } })),
  reads(brain.getBrain)(),
  reads(brain.listPassages)((ground) => ({
    query: asked(
      ground,
      "memories",
      { contentType: "document" as const, documentId: ground.document, marked: "wrong" as const },
      ["0", ground.passage],
    ),
  })),
  reads(brain.getPassage)(({ passage }) => ({ params: { id: passage } })),
  reads(brain.listFacts)((ground) => ({
    query: asked(ground, "brain_facts", { entityId: ground.entity, view: "all" as const }, [noon, ground.fact]),
  })),
  reads(graph.listEntities)((ground) => ({
    query: asked(ground, "brain_entities", { q: "harbour", type: "company" }, [noon, ground.entity]),
  })),
  reads(graph.getEntity)(({ entity }) => ({ params: { id: entity } })),
  reads(graph.getGraph)(({ entity }) => ({ query: { entityId: entity } })),
  reads(goals.listGoals)((ground) => ({ query: asked(ground, "brain_goals", {}, [noon, ground.goal]) })),
  reads(patterns.listPatterns)((ground) => ({ query: asked(ground, "brain_patterns", {}, [noon, ground.goal]) })),
  reads(patterns.listInsights)((ground) => ({ query: asked(ground, "brain_insights", {}, [noon, ground.goal]) })),
  reads(patterns.listBrainDecisions)((ground) => ({
    query: asked(ground, "brain_decision_log", {}, [noon, ground.goal]),
  })),
  writes(brain.markPassage)(({ passage }) => ({
    params: { id: passage },
    body: { mark: "wrong" as const, reason: "Written by a test" },
  })),
  writes(brain.deletePassage)(({ sparePassage }) => ({ params: { id: sparePassage } })),
  writes(brain.addNote)(({ member }) => ({ body: { content: `Another note of ${member.username}`, importance: 7 } })),
  writes(brain.addFact)(({ member }) => ({
    body: {
      subject: `Subject of ${member.username}`,
      predicate: "has a price",
      value: "15 pounds",
      validFrom: "2026-06-01T00:00:00.000Z",
    },
  })),
  writes(brain.markFact)(({ fact }) => ({
    params: { id: fact },
    body: { mark: "out_of_date" as const, reason: "Written by a test" },
  })),
  writes(goals.addGoal)(({ ceo }) => ({ body: goalOf(ceo) })),
  writes(goals.changeGoal)(({ goal, ceo }) => ({ params: { id: goal }, body: goalOf(ceo) })),
  writes(goals.deleteGoal)(({ spareGoal }) => ({ params: { id: spareGoal } })),
  writes(documents.addDocument)(() => ({ query: { fileName: "notes.md" }, body: unused("Notes") as never })),
  reads(documents.listUploads)(),
  writes(documents.stopUpload)(({ brainUpload }) => ({ params: { id: brainUpload } })),
  reads(documents.listDocuments)((ground) => ({
    query: asked(ground, "brain_documents", {}, [noon, ground.document]),
  })),
  reads(documents.getDocument)(({ document, passage }) => ({
    params: { id: document },
    query: { passage, from: "0" },
  })),
  writes(documents.deleteDocument)(({ spareDocument }) => ({ params: { id: spareDocument } })),
  writes(brain.syncBrain)(),
  writes(patterns.detectPatterns)(),
  writes(patterns.reflect)(),
  reads(oversight.getOversightStatus)(),
  reads(oversight.getOversightPage)(),
  writes(oversight.undoIntervention)(({ intervened }) => ({ params: { id: intervened } })),
  writes(oversight.closeFinding)(({ found }) => ({ params: { id: found } })),
  reads(outbox.getOutbox)(() => ({})),
  writes(outbox.sendDeliveryNow)(({ scheduledDelivery }) => ({ params: { id: scheduledDelivery } })),
  writes(outbox.cancelDelivery)(({ otherDelivery }) => ({ params: { id: otherDelivery } })),
  writes(outbox.retryDelivery)(({ failedDelivery }) => ({ params: { id: failedDelivery } })),
  writes(outbox.markDeliveryDone)(({ doubtfulDelivery }) => ({ params: { id: doubtfulDelivery } })),
  reads(integrations.listConnections)(),
  reads(integrations.authorizeConnection)(() => ({ params: { type: "parcels" } })),
  reads(integrations.listAvailable)(),
  reads(integrations.listConnectionLog)(() => ({ params: { id: "1" } as never })),
  writes(integrations.initializeConnection)(() => ({ body: { integrationId: "crates", config: {} } })),
  // Nobody has agreed at the service yet.
  writes(integrations.syncConnection)(() => ({ params: { id: "1" } as never })),
  writes(integrations.activateConnection)(() => ({ params: { id: "2" } as never })),
  writes(integrations.deactivateConnection)(() => ({ params: { id: "2" } as never })),
  writes(integrations.testConnection)(() => ({ params: { id: "1" } as never })),
  writes(integrations.setUpCredentials)(() => ({
    body: { integrationId: "parcels", credentials: parcelClient },
  })),
  // None of its records is there twice, so nothing changes.
  reads(integrations.keepOne)(() => ({ params: { id: "1" } as never })),
  writes(integrations.disconnect)(() => ({ params: { id: "1" } as never })),
  reads(slack.getSlack)(),
  // Slack is not connected.
  reads(slack.listSlackChannels)(),
  writes(slack.changeSlack)(() => ({
    body: { channelId: null, approvals: true, notices: false, brief: false, messages: false },
  })),
  reads(mail.getEmailStatus)(() => ({})),
  reads(mail.listMailboxes)(() => ({})),
  reads(mail.listLetters)(() => ({
    query: { state: "drafted", search: "letter", before: "2100-01-01T00:00:00.000Z" },
  })),
  reads(learning.listPreferences)(() => ({})),
  reads(learning.getDraftRecord)(() => ({})),
  writes(learning.removePreference)(({ preference }) => ({ params: { id: preference } })),
  reads(begun.listTemplates)(() => ({})),
  writes(begun.changeTemplate)(() => ({
    params: { kind: "reminder" },
    body: { subject: "Invoice {invoice}", body: "It is {amount}, due {due}." },
  })),
  writes(begun.resetTemplate)(() => ({ params: { kind: "renewal" } })),
  writes(begun.sendLetter)(({ reminded }) => ({ body: { kind: "reminder", party: reminded } })),
  writes(begun.recallLetter)(({ begunLetter }) => ({ params: { id: begunLetter } })),
  writes(begun.beginLetter)(({ owing }) => ({ body: { kind: "reminder", party: owing } })),
  reads(mail.listThreads)(() => ({
    query: { state: "waiting", role: "CEO", search: "letter", before: "2100-01-01T00:00:00.000Z" },
  })),
  reads(getSender)(({ letter }) => ({ params: { id: letter } })),
  reads(mail.getLetter)(({ letter }) => ({ params: { id: letter } })),
  writes(mail.startProcessing)(),
  writes(mail.processNow)(),
  writes(mail.connectMailbox)(({ member }) => ({
    body: {
      kind: "memory",
      settings: { address: `new.${member.username}@mail.example`, password: "x" },
      consent: true,
    },
  })),
  reads(mailConnecting.listSignIns)(() => ({})),
  reads(mailConnecting.findMailbox)(() => ({ body: { address: "ann@icloud.com" } })),
  writes(mailConnecting.beginSignIn)(({ member }) => ({
    body: {
      consent: true as const,
      kind: "google",
      credentials: { address: `${member.username}@gmail.com`, client_id: "an-id", client_secret: "a secret of ours" },
    },
  })),
  reads(mailConnecting.checkMailbox)(({ mailbox }) => ({ params: { id: mailbox } })),
  writes(mail.changeMailbox)(({ mailbox }) => ({
    params: { id: mailbox },
    body: { categories: ["CEO"], disclosure: "By a machine.", denied: ["rude@customer.example"] },
  })),
  writes(mail.editDraft)(({ letter }) => ({ params: { id: letter }, body: { text: "Another text." } })),
  writes(mail.assignLetter)(({ letter }) => ({ params: { id: letter }, body: { role: "CFO" } })),
  writes(mail.sendDraft)(({ sentLetter }) => ({ params: { id: sentLetter } })),
  writes(mail.undoSending)(({ heldLetter }) => ({ params: { id: heldLetter } })),
  writes(mail.discardDraft)(({ spareLetter }) => ({ params: { id: spareLetter } })),
  writes(mail.denySender)(({ letter }) => ({ params: { id: letter } })),
  writes(mail.allowSender)(({ letter }) => ({ params: { id: letter } })),
  writes(mail.stopProcessing)(),
  writes(mail.removeMailbox)(({ spareMailbox }) => ({ params: { id: spareMailbox } })),
  reads(webhooks.getWebhooks)(() => ({})),
  reads(webhooks.listMessages)(({ webhook }) => ({ params: { id: webhook } })),
  writes(webhooks.addWebhook)(() => ({
    body: { name: "Another", address: "https://hooks.example.com/b", events: ["task.created"] },
  })),
  writes(webhooks.changeWebhook)(({ webhook }) => ({
    params: { id: webhook },
    body: { name: "Renamed", address: "https://hooks.example.com/c", events: ["task.updated"], isOn: true },
  })),
  writes(webhooks.rotateSecret)(({ webhook }) => ({ params: { id: webhook } })),
  writes(webhooks.endRotation)(({ webhook }) => ({ params: { id: webhook } })),
  writes(webhooks.testWebhook)(({ webhook }) => ({ params: { id: webhook } })),
  writes(webhooks.sendAgain)(({ webhook, webhookMessage }) => ({ params: { id: webhook, message: webhookMessage } })),
  writes(webhooks.removeWebhook)(({ spareWebhook }) => ({ params: { id: spareWebhook } })),
  reads(incoming.listIncoming)(({ incomingHook }) => ({ params: { id: incomingHook } })),
  writes(incoming.addHook)(() => ({ body: { name: "Another till", target: "payments", columns } })),
  writes(incoming.changeHook)(({ incomingHook }) => ({
    params: { id: incomingHook },
    body: { name: "Renamed", columns, isOn: true },
  })),
  writes(incoming.rotateHookSecret)(({ incomingHook }) => ({ params: { id: incomingHook } })),
  writes(incoming.endHookRotation)(({ incomingHook }) => ({ params: { id: incomingHook } })),
  writes(incoming.removeHook)(({ spareHook }) => ({ params: { id: spareHook } })),
  writes(oversight.checkOversight)(),
  writes(oversight.stopOversight)(),
  writes(oversight.initializeOversight)(),
  writes(notifications.readNotifications)(() => ({ body: { until: "2027-01-01T00:00:00.000Z" } })),
  writes(expertise.startDailyBrief)(),
  reads(getFeed)((ground) => ({
    query: asked(
      ground,
      "feed",
      { agent: ground.cfo, actionType: "decision" as const, q: "lease", after: "0", until: "100000" },
      ["1000"],
    ),
  })),
  writes(setup.setupAgents)(() => ({
    body: { selectedRoles: ["CEO", "Legal"], agents: [setupOf("CEO"), setupOf("Legal")] },
  })),
  writes(startWorking)(),
  writes(setup.initializeAgents)(),
  writes(setup.resetData)(),
  reads(listResets)(),
  {
    ...writes(undoReset)(({ reset }) => ({ body: { id: reset } })),
    before: ({ member }) => member.call(setup.resetData),
  },
  reads(getStatus)(),
  reads(privacy.getSettings)(),
  reads(privacy.getProcessing)(),
  reads(privacy.getActions)(),
  {
    ...writes(privacy.changeSettings)(() => ({
      body: {
        essential: true,
        analytics: true,
        marketing: true,
        personalization: true,
        dataProcessing: true,
        thirdPartySharing: true,
        gdprConsent: true,
        ccpaConsent: true,
      },
    })),
    before: ({ member }) => member.call(privacy.changeSettings, { body: { analytics: false } }),
  },
  writes(privacy.exportOwn)(),
  writes(privacy.exportCompany)(),
  reads(privacy.exportClosed)(() => ({ body: { token: "of no company" } })),
  // Not confirmed: nothing else could be called afterwards.
  reads(privacy.deleteOwn)(() => ({
    body: { confirmDeletion: false, reason: "Leaving", company: "in 30 days" as const, password: "not asked for" },
  })),
  reads(getSecurityStatus)(),
  reads(audit.listAudit)((ground) => ({ query: asked(ground, "audit", auditFilterOf(ground), ["1000"]) })),
  reads(audit.getAuditRecord)(() => ({ params: { seq: "1" } })),
  reads(audit.exportAudit)((ground) => ({
    query: asked(ground, "audit-export", { ...auditFilterOf(ground), format: "csv" as const }, ["1000"]),
  })),
  reads(audit.getAuditChain)(),
  writes(audit.verifyAudit)(),
  reads(members.listMembers)(),
  writes(members.changeMember)((ground) => ({
    params: { id: ground.colleague },
    body: { role: "approver", approvalLimit: 5_000, isActive: true },
  })),
  writes(members.changeSeats)(() => ({ body: { maxUsers: 12 + ((used += 1) % 400) } })),
  reads(reports.getBoardPack)(() => ({ query: { period: "2026-10" } })),
  reads(reports.listPackLinks)(),
  writes(reports.sharePack)(() => ({ body: { period: "2026-09", days: 7 } })),
  writes(reports.revokePackLink)(({ packLink }) => ({ params: { id: packLink } })),
  writes(reports.openSharedPack)(({ packToken }) => ({ body: { token: packToken } })),
  reads(invitations.listInvitations)(),
  writes(invitations.invite)(() => ({
    body: { email: `${unused("guest")}@example.com`, role: "approver", approvalLimit: 500 },
  })),
  writes(invitations.renewInvitation)(({ invitation }) => ({ params: { id: invitation } })),
  writes(invitations.revokeInvitation)(({ invitation }) => ({ params: { id: invitation } })),
  reads(invitations.openInvitation)(({ token }) => ({ body: { token } })),
  writes(invitations.join)(({ token, proof }) => ({
    body: {
      token,
      proof,
      username: unused("joining"),
      firstName: "Jo",
      lastName: "Ning",
      password: "another long password",
    },
  })),
  reads(recovery.askForLink)(() => ({ body: { email: "ann@example.com" } })),
  reads(recovery.openLink)(({ linkToken }) => ({ body: { token: linkToken } })),
  writes(recovery.choosePassword)(({ linkToken }) => ({ body: { token: linkToken, newPassword } })),
  writes(members.endMemberSessions)(({ leaving }) => ({ params: { id: leaving } })),
  writes(members.removeMember)(({ leaving }) => ({ params: { id: leaving } })),
  reads(sessionCalls.listSessions)(),
  writes(sessionCalls.endSession)(({ session }) => ({ params: { id: session } })),
  reads(assistants.listAssistants)(),
  writes(assistants.removeAssistant)(({ assistant }) => ({ params: { id: assistant } })),
  reads(assistants.getConsent)(({ consents: [request] }) => ({ params: { request } })),
  writes(assistants.giveConsent)(({ consents: [, request] }) => ({ params: { request }, body: { scopes: ["read"] } })),
  writes(assistants.refuseConsent)(({ consents: [, , request] }) => ({ params: { request } })),
  reads(assistants.listClients)(),
  writes(assistants.addClient)(() => ({ body: { redirectUris: ["http://127.0.0.1/callback"], name: "Our editor" } })),
  writes(assistants.removeClient)(({ spareClient }) => ({ params: { id: spareClient } })),
  reads(tokens.listTokens)(),
  writes(tokens.createToken)(() => ({
    body: { name: "Till in Leeds", scopes: ["read", "write"], expiresInDays: 90 },
  })),
  writes(tokens.revokeToken)(({ apiToken }) => ({ params: { id: apiToken } })),
  // These end the other sessions.
  reads(factors.getSecondFactor)(),
  writes(factors.confirmAuthenticator)(() => ({ body: { code: furnishedCode() } })),
  reads(factors.startConfirming)(),
  writes(factors.confirmPerson)(({ confirm, member }) => ({ body: { passkey: confirm(member.user.id) } })),
  reads(passkeys.startPasskey)(),
  writes(passkeys.addPasskey)(({ member, createPasskey }) => ({
    body: { name: "New laptop", passkey: createPasskey(member.user.id) },
  })),
  writes(factors.makeRecoveryCodes)(),
  writes(factors.removeAuthenticator)(),
  writes(factors.startAuthenticator)(),
  writes(passkeys.removePasskey)(({ passkey }) => ({ params: { id: passkey } })),
  reads(provider.getLink)(),
  writes(provider.removeLink)(),
  writes(accounts.changeProfile)(({ member }) => ({
    body: {
      firstName: unused("First"),
      lastName: "Last",
      email: member.user.email,
      currentPassword: member.password,
    },
  })),
  writes(accounts.changePassword)(({ member }) => ({
    body: { currentPassword: member.password, newPassword },
  })),
  writes(factors.requireSecondFactor)(() => ({ body: { isRequired: true } })),
  writes(accounts.logout)(),
  {
    ...writes(sessionCalls.endAllSessions)(),
    // The password may have been changed by the call above.
    async before({ member, forgetFactors }) {
      await forgetFactors();
      for (const password of [member.password, newPassword])
        await member.send("POST", "/api/login", { body: { username: member.username, password } });
    },
  },
];

/** A local server that is not there: nothing listens on the port for discarding. */
const nowhere = {
  consent: false,
  provider: "ollama",
  baseUrl: "http://127.0.0.1:9/v1",
  apiKey: null,
  model: "none",
} as const;

export const nameOf = (endpoint: Endpoint): string => `${endpoint.method} ${endpoint.path}`;

/** The same request for rows that are whole. */
const inWhole = (row: Row): Row => ({
  ...row,
  good: (ground) => {
    const { shape: _shape, ...query } = row.good(ground).query ?? {};
    return { ...row.good(ground), query };
  },
});

/** Every endpoint the server answers with its good request, of lists with lines in both shapes; throws when one has none. */
export function allSamples(): readonly Row[] {
  const missing = routes.filter(({ endpoint }) => !table.some((row) => row.endpoint === endpoint));
  if (missing.length > 0)
    throw new Error(`No sample for ${missing.map(({ endpoint }) => nameOf(endpoint)).join(", ")}`);
  return table
    .filter((row) => routes.some(({ endpoint }) => endpoint === row.endpoint))
    .flatMap((row) => (row.endpoint.lines ? [row, inWhole(row)] : [row]));
}

/** Gives an agent the record that its next tier asks for; the next task it closes counts it again. */
export async function makeEligible(world: World, agentId: string): Promise<void> {
  const inputs = {
    finished: 60,
    completed: 60,
    withResult: 60,
    due: 60,
    onTime: 57,
    questions: 12,
    settled: 10,
    approved: 9,
    rejectedForCause: 1,
    good: 9,
    revenueImpact: null,
    operationalImpact: null,
    failedRuns: 0,
    outcomes: [],
    runs: 0,
    costUsd: 0,
    planUsd: 0,
  };
  await world.asOwner("UPDATE agent_scores SET inputs = $2 WHERE agent_id = $1", [agentId, JSON.stringify(inputs)]);
}

/** Signs up a company and gives it a row of everything. The world must not run jobs, so that its import waits. */
export async function furnish(world: World, name = "owner"): Promise<Ground> {
  const member = await world.member(name);
  (world.boardroom.platform.connectors as Map<string, object>).set(
    "parcels",
    parcelConnector("https://parcels.example"),
  );
  await member.call(integrations.setUpCredentials, {
    body: { integrationId: "parcels", credentials: parcelClient },
  });
  // One that works without a service, to be switched off and on.
  (world.boardroom.platform.connectors as Map<string, object>).set("lockers", {
    ...lockerConnector("https://lockers.example"),
    test: async () => ({ id: "1", name: "Lockers" }),
  });
  await member.call(integrations.setUpCredentials, {
    body: { integrationId: "lockers", credentials: { api_key: "locker-key" } },
  });
  // One that nobody connected yet.
  (world.boardroom.platform.connectors as Map<string, object>).set("crates", {
    ...lockerConnector("https://crates.example"),
    id: "crates",
  });
  // Whom the reset took away waits to come back.
  await hire(member, "Legal");
  await member.call(setup.resetData);
  const [reset] = await member.call(listResets);
  const [ceo, cfo, sales, gone] = await hire(member, "CEO", "CFO", "Sales", "Operations");
  const ids = { member, ceo: ceo?.id ?? "", cfo: cfo?.id ?? "", spare: sales?.id ?? "", retired: gone?.id ?? "" };
  await member.call(executives.retireExecutive, { params: { id: ids.retired }, body: {} });
  for (const id of [ids.cfo, ids.ceo]) await member.call(identity.initializeProfile, { params: { id } });
  await makeEligible(world, ids.cfo);
  await world.asOwner("UPDATE agent_profiles SET role_tier = 'advisor' WHERE agent_id = $1", [ids.ceo]);
  const registered = { role: "CFO" as const, name: `Bot of ${name}`, operatorId: member.user.id };
  const { agent: bot, updatedAt } = await member.call(executives.addExecutive, { body: registered });
  const outside = bot.id;
  const { decision: asked } = await member.call(outsideAgents.askPolicy, {
    body: { agentId: outside, decisionType: "expense_approval", context: outsideContext },
  });
  const granted = { outside, allowed: asked?.id ?? "" };
  await member.call(decisions.settleDecision, { params: { id: granted.allowed }, body: { approved: true } });
  await world.asOwner("UPDATE decisions SET undo_until = NULL WHERE id = $1", [granted.allowed]);
  const body = { agentId: ids.cfo, ...testContexts.CFO };
  const settled = await member.call(decisions.makeDecision, { body });
  await member.call(decisions.settleDecision, { params: { id: settled.id }, body: { approved: true } });
  const context = { ...testContexts.CFO.context, subject: `Waiting at ${name}` };
  const waiting = await member.call(decisions.makeDecision, { body: { ...body, context } });
  const propose = async (subject: string) =>
    (await member.call(decisions.makeDecision, { body: { ...body, context: { ...context, subject } } })).id;
  const another = { second: await propose("Second"), undoable: await propose("Undo"), rejected: await propose("No") };
  for (const id of [another.undoable, another.rejected])
    await member.call(decisions.settleDecision, { params: { id }, body: { approved: false } });
  await world.asOwner("UPDATE decisions SET undo_until = now() + interval '1 hour' WHERE id = ANY($1)", [
    [another.undoable, another.rejected],
  ]);
  const task = await member.call(tasks.createTask, { body: { title: `Task of ${name}`, assignedAgentId: ids.ceo } });
  const moved = await member.call(tasks.createTask, { body: { title: `Moved at ${name}` } });
  await member.call(tasks.changeTasks, { body: { ids: [moved.id], status: "completed" } });
  const was = { startedAt: null, completionDate: null, completedBy: null, actualHours: null };
  const undo = {
    until: "2100-01-01T00:00:00.000Z",
    was: { ...was, status: "pending", assignedAgentId: null, assignedUserId: null },
  };
  await world.asOwner("UPDATE tasks SET undo = $2 WHERE id = $1", [moved.id, JSON.stringify(undo)]);
  const point = { metricName: "daily_revenue", metricValue: 7, measurementDate: "2026-11-01" };
  await member.call(metrics.recordMetrics, { body: { source: "manual", points: [point] } });
  await member.call(metrics.recordMetrics, { body: { source: "api", points: [point] } });
  const query = { ...row(metrics.importMetrics).good(ids as Ground).query, fileName: `${name}.csv` };
  const upload = await member.call(metrics.importMetrics, {
    query: query as never,
    body: "date,revenue\n2026-11-01,5",
  });
  if (upload.status !== "waiting") throw new Error("The world must be opened without jobs.");
  const records = await furnishRecords(world, member, name);
  await member.call(conversations.askAgents, { body: { question: "How much is overdue?", urgency: "low" } });
  await member.call(conversations.addComment, { body: { subject: "task", subjectId: task.id, text: "Soon." } });
  await member.call(chat.sendMessage, { body: { message: "How many decisions are pending?" } });
  // With a key of its own, so that failures of one company keep no other's calls away.
  await member.call(models.saveModelAccount, { body: { ...nowhere, apiKey: crypto.randomUUID() } });
  const spare = { ...nowhere, baseUrl: "http://127.0.0.1:9/spare", apiKey: crypto.randomUUID() };
  const { connection } = await member.call(models.saveModelAccount, { body: spare });
  const [account = "", spareAccount = ""] = (connection?.accounts ?? []).map(({ id }) => id ?? "");
  await member.call(models.changeModelBudget, { body: { company: 20, agent: 2 } });
  await member.call(models.changeModelPrivacy, {
    body: { keepDays: 60, hidesPersonalDetails: false, agreesToOperator: false },
  });
  const price = {
    provider: "ollama",
    model: "none",
    validFrom: "2026-10-01",
    input: 0,
    cachedInput: 0,
    output: 0,
  } as const;
  await member.call(models.setModelPrice, { body: price });
  // It takes its time to find that nobody answers.
  const tested = member.call(models.testModel, { body: { accountId: account } });
  const pin = await member.call(explore.addPin, { body: { title: `Pinned by ${name}`, query: byMonth } });
  const [waitingPlan, spentPlan, acceptedPlan] = [
    await member.call(plans.executeCommand, { body: { prompt: `Launch a product of ${name}` } }),
    await member.call(plans.executeCommand, { body: { prompt: `Write a travel policy for ${name}` } }),
    await member.call(plans.executeCommand, { body: { prompt: `Hire an accountant for ${name}` } }),
  ];
  await member.call(plans.acceptPlan, { params: { id: acceptedPlan.id } });
  const { runId: run } = await member.call(expertise.startBriefing, { params: { id: ids.cfo } });
  await world.asOwner("ALTER TABLE forecasts DISABLE TRIGGER forecasts_are_frozen");
  await world.asOwner("UPDATE forecasts SET due_on = current_date - 1 WHERE decision_id = $1", [settled.id]);
  await world.asOwner(
    `UPDATE forecasts SET held = false, resolution = 'human', resolved_at = now(), resolved_by = $2
     WHERE decision_id = $1 AND position = 1`,
    [settled.id, member.user.id],
  );
  await world.asOwner("ALTER TABLE forecasts ENABLE TRIGGER forecasts_are_frozen");
  await member.call(outcomes.correctForecast, {
    params: { id: settled.id, position: "1" },
    body: { held: true, reason: `${name} found the order` },
  });
  await member.call(orchestrator.queryOrchestrator, { body: { query: "Analyze team performance", priority: "low" } });
  await member.call(orchestrator.runMonitor);
  await member.call(autopilot.setAutoPilot, { body: { enabled: false, frequency: 120 } });
  const [cycle] = await world.asOwner<{ id: string }>(
    `INSERT INTO autopilot_cycles (company_id, id, number, slot, status, sentence, frequency, seq, started_at, finished_at)
     VALUES ($1, gen_random_uuid(), 1, now(), 'skipped', $2, 30, 1, now(), now()) RETURNING id`,
    [member.user.companyId, `nothing new for ${name}`],
  );
  const notification = await furnishNotifications(world, member, task.id);
  const text = `A goal of ${member.username}`;
  const { version: setupVersion, targetsVersion } = await member.call(company.setTargets, {
    body: { targets: [{ text, metric: null, target: null, date: null }] },
  });
  await member.call(company.setTargets, { body: { targets: [{ text, metric: null, target: null, date: null }] } });
  const known = await furnishBrain(world, member);
  const findings = await furnishOversight(world, member, ids.ceo);
  const sending = {
    ...(await furnishOutbox(world, member)),
    ...(await furnishWebhooks(world, member)),
    ...(await furnishMail(world, member)),
    ...(await furnishToday(member)),
  };
  const { version: configVersion } = await member.call(agentConfig.getConfig, { params: { id: ids.ceo } });
  const toolServers = await furnishTools(world, member, ids.cfo);
  const people = await furnishMembers(world, member);
  const secondFactors = await furnishFactors(world, member, people);
  const backtest = await furnishBacktest(world, member, waiting.id);
  await furnishLearned(world, member, { ...known, ...people, agent: ids.cfo, decision: waiting.id });
  await tested;
  return {
    backtest,
    configVersion,
    ...findings,
    ...sending,
    ...toolServers,
    ...people,
    ...secondFactors,
    ...known,
    ...ids,
    ...records,
    run,
    notification,
    pin: pin.id,
    ...(await furnishAssistants(world, member)),
    account,
    spareAccount,
    plan: waitingPlan.id,
    planItem: waitingPlan.tasks[0]?.item ?? "",
    spentPlan: spentPlan.id,
    acceptedPlan: acceptedPlan.id,
    initiative: acceptedPlan.initiatives[0]?.id ?? "",
    planTask: acceptedPlan.tasks[0]?.id ?? "",
    cycle: cycle?.id ?? "",
    moved: moved.id,
    due: settled.id,
    evaluated: settled.runId,
    outsideUpdatedAt: updatedAt,
    setupVersion,
    targetsVersion,
    decision: waiting.id,
    ...another,
    ...granted,
    task: task.id,
    import: upload.id,
    reset: reset?.id ?? "",
  };
}

/** Two colleagues, another session of the member, and two invitations with the token of the second. */
async function furnishMembers(world: World, member: Member) {
  const [staying, leaving] = [
    await addColleague(world, member, unused("member"), "member"),
    await addColleague(world, member, unused("viewer"), "viewer"),
  ];
  const [session] = await world.asOwner<{ id: string }>(
    `INSERT INTO sessions (company_id, id, user_id, token_hash, created_at, seen_at, expires_at, user_agent, address)
     VALUES ($1, gen_random_uuid(), $2, sha256(gen_random_uuid()::text::bytea), now(), now(), now() + interval '1 day',
       $3, '192.0.2.1') RETURNING id`,
    [member.user.companyId, member.user.id, `Firefox/131.0 of ${member.username}`],
  );
  const send = (word: string) =>
    member.call(invitations.invite, { body: { email: `${unused(word)}@example.com`, role: "member" } });
  const { invitation } = await send("invited");
  const second = await send("joining");
  const token = second.path.replace("/join#", "");
  const linkToken = makeToken();
  await world.asOwner(
    "INSERT INTO password_links VALUES ($1, gen_random_uuid(), $2, $3, now(), now() + interval '30 minutes')",
    [member.user.companyId, staying, hashToken(linkToken)],
  );
  await world.asOwner(
    `INSERT INTO deliveries (company_id, id, kind, label, intent, seq, destination, about, recipient, hold_ms, status, created_at, expires_at, settled_at)
     SELECT $1, gen_random_uuid(), 'mail', 'notice', 'noticed', coalesce(max(seq), 0) + 1, 'mail server', $2, 'digest', 0, 'sent', now(), now(), now()
     FROM deliveries WHERE company_id = $1`,
    [member.user.companyId, staying],
  );
  const share = () => member.call(reports.sharePack, { body: { period: "2026-10", days: 7 } });
  const [pack, shown] = [await share(), await share()];
  const body = { name: `Script of ${member.username}`, scopes: ["read" as const], expiresInDays: 30 };
  const { created } = await member.call(tokens.createToken, { body });
  return {
    linkToken,
    apiToken: created.id,
    packLink: pack.link.id,
    calendarLink: (await member.call(calendar.addCalendarLink)).link.id,
    addressProof: ({ user }: Member) =>
      world.boardroom.platform.secrets
        .seal(
          Buffer.from(JSON.stringify({ address: user.email.toLowerCase(), at: Date.now() })),
          `proof of an address:${user.companyId}:${user.id}`,
        )
        .toString("base64url"),
    pushDevice: (await member.call(push.addPushDevice, { body: browserKeys("https://push.example/known") })).id,
    packToken: shown.path.replace("/board#", ""),
    colleague: staying,
    leaving,
    session: session?.id ?? "",
    invitation: invitation.id,
    joining: second.invitation.id,
    token,
    proof: world.boardroom.platform.secrets.sign(`mailed to:${hashToken(token).toString("hex")}`),
  };
}

/** A trial of changed limits with one changed case. */
async function furnishBacktest(world: World, member: Member, decisionId: string): Promise<string> {
  const body = { days: 30 as const, base: 1, changes: [limitsOf("CFO")] };
  const { id } = await member.call(backtests.startBacktest, { body });
  const answer = { verdict: "ask", reasons: ["Why"] };
  const exposure = { kind: "none", amount: 0, recurring: false, counterparty: null, purpose: null };
  const of = { title: "Changed", agentName: "Marcus", role: "CFO", decisionType: "expense_approval", exposure };
  const at = "2026-11-01T12:00:00.000Z";
  const shown = { ...of, id: decisionId, decisionId, at, now: answer, tried: answer, ending: "open", fault: null };
  await world.asOwner("INSERT INTO backtest_cases VALUES ($1, $2, 'changed', 1, $3)", [
    member.user.companyId,
    id,
    JSON.stringify(shown),
  ]);
  return id;
}

type Learned = Pick<Ground, "brainUpload" | "colleague" | "decision" | "entity"> & { agent: string };

/** What only jobs, uploads in parts and other people's calls write. */
async function furnishLearned(world: World, { user, username }: Member, ground: Learned): Promise<void> {
  const rows: [statement: string, values: unknown[]][] = [
    ["agent_score_weeks VALUES ($1, $2, '2026-11-16', 50)", [ground.agent]],
    ["promotion_rules VALUES ($1, 'board_member', 2, 210, 3, 85, $2, now())", [user.id]],
    ["decision_views VALUES ($1, $2, $3, now())", [ground.decision, ground.colleague]],
    ["brain_upload_parts VALUES ($1, $2, 0, 'notes')", [ground.brainUpload]],
    ["security_counts VALUES ($1, date_trunc('hour', now()), 'refused', 1)", []],
    ["erasures VALUES ($1, gen_random_uuid(), now(), 1, 'by a test')", []],
    ["privacy_exports VALUES ($1, gen_random_uuid(), gen_random_uuid(), now())", []],
    ["retention_runs VALUES ($1, '2026-11-01', 'comments', now(), 1, now())", []],
    [
      `audit_verifications (company_id, id, status, started_at, finished_at, total, verified)
       VALUES ($1, gen_random_uuid(), 'intact', now(), now(), 1, 1)`,
      [],
    ],
    ["calendar_events VALUES ($1, 'google_calendar', 'one', 'meeting', 'Review', now(), now(), NULL, 1, NULL)", []],
    ["brain_cursors VALUES ($1, 'a source', now(), gen_random_uuid())", []],
    [
      `brain_relationships (company_id, id, source_id, target_id, type, created_at)
       VALUES ($1, gen_random_uuid(), $2, gen_random_uuid(), 'a type', now())`,
      [ground.entity],
    ],
    [
      `brain_patterns (company_id, id, fingerprint, name, description, pattern_type, last_detected, created_at)
       VALUES ($1, gen_random_uuid(), 'by a test', $2, 'By a test.', 'sequential', now(), now())`,
      [`Pattern of ${username}`],
    ],
    [
      `brain_insights (company_id, id, title, insight, category, confidence, actionable, created_at)
       VALUES ($1, gen_random_uuid(), $2, 'By a test.', 'opportunity', 0.5, false, now())`,
      [`Insight of ${username}`],
    ],
    [
      `brain_decision_log (company_id, id, summary, detail, decision_type, created_at)
       VALUES ($1, gen_random_uuid(), $2, 'By a test.', 'expense_approval', now())`,
      [`Decided at ${username}`],
    ],
  ];
  for (const [statement, values] of rows) await world.asOwner(`INSERT INTO ${statement}`, [user.companyId, ...values]);
}

const goalOf = (ownerAgentId: string) => ({
  description: "Ship to Norway",
  status: "paused" as const,
  priority: "urgent" as const,
  progress: 10,
  timeframe: "Q4",
  ownerAgentId,
  blockers: ["No carrier yet"],
  keyResults: [{ text: "Parcels sent", target: 100, current: 50 }],
});

/** A document with a passage, a note, an entity and what is known of it, and two goals. */
async function furnishBrain(world: World, member: Member) {
  const { companyId } = member.user;
  const [document, passage, entity] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const [spareDocument, brainUpload] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const id of [document, spareDocument])
    await world.asOwner(
      `INSERT INTO brain_documents (company_id, id, title, media_type, bytes, digest, status, origin, created_at)
       VALUES ($1, $2::uuid, 'Handbook of ' || $3::text, 'text', 10, md5($2::text), 'ready', 'staff', now())`,
      [companyId, id, member.username],
    );
  await world.asOwner(
    `INSERT INTO brain_uploads (company_id, id, file_name, size, digest, status, step, created_by, created_at)
     VALUES ($1, $2::uuid, $3::text || '.md', 5, md5($2::text), 'waiting', 'reading', $4, now())`,
    [companyId, brainUpload, member.username, member.user.id],
  );
  await world.asOwner(
    `INSERT INTO memories (company_id, id, content_type, content, importance, tags, source_type, origin, created_at,
       happened_at, key, document_id, stream, search, version)
     VALUES ($1, $2, 'document', 'The handbook of ' || $3::text, 5, '{}', 'upload', 'staff', now(), now(), '0', $4::uuid,
       '', to_tsvector('english', 'The handbook of ' || $3::text), 1)`,
    [companyId, passage, member.username, document],
  );
  await world.asOwner(
    `INSERT INTO brain_entities (company_id, id, name, type, key, created_at)
     VALUES ($1, $2, 'Harbour ' || $3::text, 'company', lower('harbour ' || $3::text), now())`,
    [companyId, entity, member.username],
  );
  await world.asOwner(`INSERT INTO brain_mentions (company_id, entity_id, memory_id) VALUES ($1, $2, $3)`, [
    companyId,
    entity,
    passage,
  ]);
  const note = await member.call(brain.addNote, { body: { content: `The note of ${member.username}`, importance: 5 } });
  const fact = await member.call(brain.addFact, {
    body: { subject: `Harbour ${member.username}`, predicate: "price", value: "12 pounds" },
  });
  const description = `A goal of ${member.username}`;
  const goal = await member.call(goals.addGoal, { body: { description } });
  const spare = await member.call(goals.addGoal, { body: { description } });
  return {
    document,
    spareDocument,
    brainUpload,
    passage,
    entity,
    sparePassage: note.id,
    fact: fact.id,
    goal: goal.id,
    spareGoal: spare.id,
  };
}

/** A server of tools with one that an executive may use, and another; and a link that decides a proposal. */
async function furnishTools(world: World, member: Member, agentId: string) {
  answerTools(world.boardroom.platform.http);
  const body = (name: string) => ({ name, address: "https://tools.example/mcp", secret: "s3cret" });
  const server = await member.call(foreignTools.addToolServer, { body: body(`Tools of ${member.username}`) });
  const print = server.tools[0]?.print ?? "";
  const chosen = { tool: "lookup", print, reads: true, cost: 0, uses: [{ agentId, mode: "allowed" as const }] };
  await member.call(foreignTools.chooseTool, { params: { id: server.id }, body: chosen });
  const spare = await member.call(foreignTools.addToolServer, { body: body("Spare tools") });
  const context = { amount: 700, purpose: `A chair for ${member.username}` };
  const { id } = await member.call(decisions.makeDecision, {
    body: { agentId, decisionType: "expense_approval", context },
  });
  const { platform } = world.boardroom;
  const ctx = await jobContext(platform, mintCompany(member.user.companyId));
  const row = await read(ctx, (tx) => findDecision(tx, id));
  if (!row) throw new Error("The proposal is gone.");
  // Of somebody without a second factor.
  const approver = await colleague(world, member, "approver");
  const link = { company: member.user.companyId, decisionId: id, userId: approver.user.id, once: crypto.randomUUID() };
  const approvalToken = approvalTokenOf(platform.secrets, { ...link, text: textHash(row) });
  return { toolServer: server.id, toolPrint: print, spareToolServer: spare.id, approvalToken };
}

/** Webhooks and addresses for rows, named after their company's person. */
async function furnishWebhooks(world: World, member: Member) {
  const address = "https://hooks.example.com/a";
  const add = async (name: string) =>
    (await member.call(webhooks.addWebhook, { body: { name, address, events: ["task.created"] } })).webhook.id;
  const [webhook, spareWebhook] = [await add(`Events of ${member.username}`), await add("Spare")];
  const webhookMessage = crypto.randomUUID();
  await world.asOwner(
    `INSERT INTO webhook_messages (company_id, id, webhook_id, type, title, data, created_at)
     VALUES ($1, $2, $3, 'task.created', $4, '{}', now())`,
    [member.user.companyId, webhookMessage, webhook, `A message of ${member.username}`],
  );
  const open = async (name: string) =>
    (await member.call(incoming.addHook, { body: { name, target: "payments" } })).hook.id;
  const [incomingHook, spareHook] = [await open(`Till of ${member.username}`), await open("Spare")];
  await world.asOwner(
    `INSERT INTO incoming_messages (company_id, id, hook_id, message_id, digest, status, fault, received_at, done_at)
     VALUES ($1, gen_random_uuid(), $2, $3, '\\x00', 'refused', 'It holds no rows.', now(), now())`,
    [member.user.companyId, incomingHook, `A message of ${member.username}`],
  );
  // With two secrets each, so that a rotation can end.
  await member.call(webhooks.rotateSecret, { params: { id: webhook } });
  await member.call(incoming.rotateHookSecret, { params: { id: incomingHook } });
  return { webhook, webhookMessage, spareWebhook, incomingHook, spareHook };
}

/** Two mailboxes and letters, named after their company's person. */
const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);

/** A late ticket, one that was resolved with what it was before, and lines of "Needs you": one shown, one snoozed. */
async function furnishToday(member: Member) {
  const on = "2026-02-05";
  const ticket = async (title: string) => {
    const fields = { title, kind: "support", status: "open", priority: "low", openedOn: "2026-01-05", dueOn: on };
    return (await member.call(addRecord, { body: { kind: "tickets", source: "manual", fields } as never })).id;
  };
  const of = (word: string) => ticket(`${word} ticket of ${member.username}`);
  const [late, done, open, hidden] = [await of("Late"), await of("Done"), await of("Open"), await of("Hidden")];
  const finished = await member.call(finishing.finishRecords, { body: { as: "resolved", ids: [done] } });
  const [line, snoozed] = [open, hidden].map((id) => ({ key: `tickets:${id}`, on })) as [today.Line, today.Line];
  await member.call(today.snoozeNeed, { body: { ...snoozed, until: inAWeek() } });
  return { late, ticket: open, finished, line, snoozed };
}

async function furnishMail(world: World, member: Member) {
  const { kind } = mailboxes();
  (world.boardroom.platform.mailboxes as Map<string, object>).set(kind.id, kind);
  const connect = async (name: string) =>
    (
      await member.call(mail.connectMailbox, {
        body: {
          kind: kind.id,
          settings: { address: `${name}.${member.username}@mail.example`, password: "x" },
          consent: true,
        },
      })
    ).id;
  const [mailbox, spareMailbox] = [await connect("hello"), await connect("spare")];
  const fields = { name: `Letters of ${member.username}`, email: "kim@customer.example", status: "active" };
  await member.call(addRecord, { body: { kind: "vendors", source: "manual", fields } as never });
  const add = async () => {
    const id = crypto.randomUUID();
    await world.asOwner(
      `INSERT INTO letters (company_id, id, mailbox_id, provider_id, thread, labels, at, state, sender, sender_name, subject,
         body, role, draft, message_id)
       VALUES ($1, $2::uuid, $3, $2::text, $2::text, '["INBOX"]', now(), 'drafted', 'kim@customer.example', 'Kim', $4, 'Hello', 'CEO', 'Thanks',
         '<a@customer.example>')`,
      [member.user.companyId, id, mailbox, `A letter to ${member.username}`],
    );
    return id;
  };
  const [letter, sentLetter, spareLetter, heldLetter] = [await add(), await add(), await add(), await add()];
  await member.call(mail.sendDraft, { params: { id: heldLetter } });
  await world.asOwner("UPDATE letters SET state = 'discarded', judged = 'left' WHERE id = $1", [await add()]);
  const preference = crypto.randomUUID();
  await world.asOwner(
    `INSERT INTO mail_preferences (company_id, id, letter_id, role, kind, language, before, after, at)
     VALUES ($1, $2, $3, 'CEO', 'closing', 'en', 'Regards,', $4, now())`,
    [member.user.companyId, preference, letter, `Yours, ${member.username}`],
  );
  await world.asOwner(
    `INSERT INTO mail_promises (company_id, letter_id, task_id, words, due_on)
     VALUES ($1, $2, gen_random_uuid(), $3, current_date)`,
    [member.user.companyId, letter, `We will write to ${member.username}.`],
  );
  const owe = async (word: string) => {
    const owing = `${word} ${member.username}`;
    const email = `${word.toLowerCase()}.${member.username}@customer.example`;
    await member.call(addRecord, {
      body: { kind: "customers", source: "manual", fields: { name: owing, email, status: "active" } as never },
    });
    const bill = {
      number: `${word}-${member.username}`,
      customerName: owing,
      amount: 90,
      status: "open",
      direction: "receivable",
    };
    const fields = { ...bill, issuedOn: "2026-01-05", dueOn: "2026-02-05" } as never;
    await member.call(addRecord, { body: { kind: "invoices", source: "manual", fields } });
    return owing;
  };
  const [owing, reminded, written] = [await owe("Owing"), await owe("Reminded"), await owe("Written")];
  const { letterId: begunLetter } = await member.call(begun.sendLetter, { body: { kind: "reminder", party: written } });
  await member.call(begun.changeTemplate, {
    params: { kind: "renewal" },
    body: { subject: `{agreement} of ${member.username}`, body: "It ends on {end}." },
  });
  return {
    mailbox,
    spareMailbox,
    letter,
    sentLetter,
    spareLetter,
    heldLetter,
    preference,
    owing,
    reminded,
    begunLetter,
  };
}

/** Deliveries that wait for their time, and some that wait for a person. */
async function furnishOutbox(world: World, { user, username }: Member) {
  const ids: string[] = [];
  for (const status of ["held", "held", "failed", "unknown"]) {
    const [row] = await world.asOwner<{ id: string }>(
      `INSERT INTO deliveries (company_id, id, kind, label, intent, seq, destination, sealed, hold_ms, status, due_at, answer,
         created_at, expires_at, settled_at)
       SELECT $1, gen_random_uuid(), 'webhook', $3, gen_random_uuid(), coalesce(max(seq), 0) + 1, 'hooks.example', '\\x00', 0, $2,
         CASE $2 WHEN 'held' THEN now() + interval '1 day' END, 'No answer came.', now(), now() + interval '2 days',
         CASE WHEN $2 <> 'held' THEN now() END
       FROM deliveries WHERE company_id = $1 RETURNING id`,
      [user.companyId, status, `An event of ${username}`],
    );
    ids.push(row?.id ?? "");
  }
  const [scheduledDelivery = "", otherDelivery = "", failedDelivery = "", doubtfulDelivery = ""] = ids;
  return { scheduledDelivery, otherDelivery, failedDelivery, doubtfulDelivery };
}

/** Oversight that is on, with a finding it paused an agent for and one without an intervention. */
async function furnishOversight(world: World, member: Member, agentId: string) {
  await member.call(oversight.initializeOversight);
  const [intervened, found] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const [id, detector, intervention] of [
    [intervened, "budget_pace", "lower_autonomy"],
    [found, "near_limit", null],
  ])
    await world.asOwner(
      `INSERT INTO oversight_findings (company_id, id, detector, subject, agent_id, occasion, state, level, title, detail,
         reading, created_at, intervention, done)
       VALUES ($1, $2, $3, $4::text, $4::uuid, '2026', 'open', 'WARNING', 'Found', 'By a test.', 120, now(), $5, 'Done.')`,
      [member.user.companyId, id, detector, agentId, intervention],
    );
  // A level that a breach lowered.
  await world.asOwner(
    `INSERT INTO authority_levels (company_id, agent_id, decision_type, level)
     VALUES ($1, $2, 'investment_evaluation', 'shadow')`,
    [member.user.companyId, agentId],
  );
  await world.asOwner(
    `INSERT INTO authority_level_changes (company_id, id, agent_id, decision_type, "from", "to", reason, good, resolved, at)
     VALUES ($1, gen_random_uuid(), $2, 'investment_evaluation', 'advise', 'shadow', 'By a test.', 0, 0, now())`,
    [member.user.companyId, agentId],
  );
  return { intervened: intervened ?? "", found: found ?? "" };
}

/** Two unread notifications; gives the first. */
async function furnishNotifications(world: World, { user }: Member, task: string): Promise<string> {
  const ids = [crypto.randomUUID(), crypto.randomUUID()];
  for (const id of ids)
    await world.asOwner(
      `INSERT INTO notifications (company_id, id, user_id, kind, subject, occasion, title, detail, href, created_at)
       VALUES ($1, $2, $3, 'task', $4, $5, 'A task', 'Due today', '/?task=' || $4, now())`,
      [user.companyId, id, user.id, task, `test:${id}`],
    );
  return ids[0] ?? "";
}

const noon = "2026-11-20 12:00:00+00";
/** A filter of a list, and a cursor to go on from; `more` is what of the list does not stand in the query. */
const asked = <Filter extends Record<string, string>>(
  ground: Ground,
  list: string,
  filter: Filter,
  place: readonly string[],
  more: Record<string, string> = {},
) => ({
  ...filter,
  cursor: cursorOf({ company: mintCompany(ground.member.user.companyId), list, ...more, ...filter }, place),
});

const auditFilterOf = ({ member }: Ground) => ({
  from: "2026-01-01T00:00:00.000Z",
  to: "2036-12-31T00:00:00.000Z",
  actor: member.user.id,
  action: "task.created",
  resource: "task",
  severity: "info" as const,
  q: "task",
});

const ledgerFilter = {
  status: "pending" as const,
  role: "CFO" as const,
  type: "investment_evaluation",
  outcome: "pending" as const,
  from: "2026-01-01",
  to: "2036-12-31",
  q: "investment",
};
const inLedger = { ...ledgerFilter, sort: "amount" as const };

const agreements = { kind: "contracts" };
const agreementsOf = ({ customer, vendor }: Ground) => ({
  q: "agreement",
  status: "active" as const,
  type: "partner",
  view: "active",
  customerId: customer,
  vendorId: vendor,
  ownerName: "Dana",
  currency: "GBP" as const,
  field: "kind",
  is: "partner",
  known: "endsOn",
  unknown: "signedOn",
  day: "noticeBy",
  from: "2026-01-01",
  to: "2026-12-31",
});

const customersCsv = "name,email\nBolt Ltd,hello@bolt.example\n";

const sendFile = (member: Member, file: string) =>
  member.send("PUT", `/api/records/imports/${file}/parts/0`, {
    body: customersCsv,
    headers: { "content-type": "application/octet-stream" },
  });

/** Adds clients, connects an assistant and lets others ask. */
async function furnishAssistants(world: World, member: Member) {
  const body = { name: `Editor of ${member.username}`, redirectUris: ["http://127.0.0.1/callback"] };
  const { id: clientId } = await member.call(assistants.addClient, { body });
  const { id: spareClient } = await member.call(assistants.addClient, { body });
  const asked = async () =>
    (await begin(world.config.publicUrl.origin, openProgram(world.config.publicUrl.origin, clientId))).request;
  const params = { request: await asked() };
  await member.call(assistants.giveConsent, { params, body: { scopes: ["read"] } });
  const [connected] = await member.call(assistants.listAssistants);
  return {
    assistant: connected?.id ?? "",
    spareClient,
    consents: [await asked(), await asked(), await asked()] as const,
  };
}

/** One row of every kind of record that a call names, and an import in each state; nothing runs that would end one. */
async function furnishRecords(world: World, member: Member, name: string): Promise<Record<RecordPlace, string>> {
  const added = async (kind: string, fields: object) => {
    const body = { kind, source: "manual", fields } as never;
    return (await member.call(addRecord, { body })).id;
  };
  const customer = await added("customers", { name: `Customer of ${name}`, status: "active" });
  const deal = await added("deals", {
    name: `A deal of ${name}`,
    customerName: `Customer of ${name}`,
    stage: "lead",
    amount: 100,
    openedOn: "2026-11-01",
  });
  const vendor = await added("vendors", { name: `Vendor of ${name}`, status: "active" });
  const agreement = await added("contracts", {
    title: `Agreement of ${name}`,
    kind: "partner",
    status: "active",
    customerName: `Customer of ${name}`,
    vendorName: `Vendor of ${name}`,
  });
  for (const kind of recordKinds.slice(sampledKinds.length)) await added(kind, exampleRow(kind).fields);
  const rule = { id: crypto.randomUUID(), contains: name, counterparty: null, sign: null, category: "Premises" };
  await member.call(categories.setRules, { body: { rules: [rule] } });
  const gone = await added("vendors", { name: `Former vendor of ${name}`, status: "ended" });
  const removal = await member.call(removals.removeRecord, { params: { kind: "vendors", id: gone } });
  const fieldAdded = async (label: string) => {
    const body = { label: `${label} at ${name}`, type: "text" } as const;
    const fields = await member.call(customFields.addCustomField, { params: { kind: "deals" }, body });
    return fields.findLast(({ removedUntil }) => removedUntil === null)?.key ?? "";
  };
  const [goneField, field, otherField] = [
    await fieldAdded("Gone"),
    await fieldAdded("Region"),
    await fieldAdded("Size"),
  ];
  await member.call(customFields.removeCustomField, { params: { kind: "deals", key: goneField } });
  const announce = async (size: number) => {
    const body = { kind: "customers", fileName: `${name}.csv`, size } as const;
    return (await member.call(recordImports.openImport, { body })).id;
  };
  const [file, done] = [await announce(customersCsv.length), crypto.randomUUID()];
  await sendFile(member, file);
  await member.call(recordImports.startImport, { params: { id: file }, body: {} });
  const announced = await announce(customersCsv.length);
  await world.asOwner(
    `INSERT INTO imports (company_id, id, target, entrance, file_name, status, size, created_by, created_at, started_at, finished_at)
     VALUES ($1, $2, 'customers', 'records', $3, 'done', 1, $4, now(), now(), now())`,
    [member.user.companyId, done, `done-${name}.csv`, member.user.id],
  );
  const atDoor = await member.call(imports.openImport, {
    body: { fileName: `${name}-new.csv`, size: customersCsv.length },
  });
  const ctx = await jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
  const lookedAt = async (fileName: string) => {
    const { id } = await member.call(imports.openImport, { body: { fileName, size: customersCsv.length } });
    await sendFile(member, id);
    await runLook(ctx, id);
    // Counted for the target that a person chose.
    await member.call(imports.chooseImport, { params: { id }, body: { target: "customers" } });
    await runLook(ctx, id);
    return id;
  };
  const [looked, chosen] = [await lookedAt(`${name}-old.csv`), await lookedAt(`${name}-chosen.csv`)];
  await world.asOwner("UPDATE customers SET import_id = $1 WHERE company_id = $2 AND id = $3", [
    done,
    member.user.companyId,
    customer,
  ]);
  const own = { field, otherField, goneField };
  const names = {
    kind: "vendors" as const,
    names: [`Named vendor of ${name}`],
    same: [{ name: `Other name of ${name}`, as: `Named vendor of ${name}` }],
  };
  const parties = (await member.call(naming.createParties, { body: names })).id;
  return {
    ...own,
    customer,
    deal,
    vendor,
    agreement,
    parties,
    removal: removal.id,
    file,
    done,
    announced,
    added: atDoor.id,
    looked,
    chosen,
  };
}

const row = (endpoint: Endpoint): Row => table.find((other) => other.endpoint === endpoint) as Row;

const colleaguesPassword = "a colleague's password";
let hash: Promise<string> | undefined;

/** Adds a person of this role to the member's company; gives their id. */
async function addColleague(world: World, member: Member, username: string, role: MemberRole): Promise<string> {
  const id = crypto.randomUUID();
  await world.asOwner(
    `INSERT INTO users (company_id, id, username, username_key, email, email_key, password_hash, role, created_at, updated_at)
     VALUES ($1, $2, $3, $3, $4, $4, $5, $6, now(), now())`,
    [
      member.user.companyId,
      id,
      username,
      `${username}@example.com`,
      await (hash ??= hashPassword(colleaguesPassword)),
      role,
    ],
  );
  return id;
}

/** Adds a person of this role to the member's company and signs them in. */
export async function colleague(world: World, member: Member, role: MemberRole): Promise<Member> {
  const username = unused(role);
  await addColleague(world, member, username, role);
  const client = clientOf(world.url);
  const user = accounts.user.parse(
    await client.call(accounts.login, { body: { username, password: colleaguesPassword } }),
  );
  return Object.assign(client, { user, username, password: colleaguesPassword });
}
