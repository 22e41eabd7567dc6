import type { AgentRoleId } from "#contract/roles.ts";

type Field = { name: string; label: string; isSecret: boolean };
const field = (name: string, label: string, isSecret = true): Field => ({ name, label, isSecret });
const client = [field("client_id", "Client ID", false), field("client_secret", "Client secret")];

/** A figure by its name among the metrics, or a kind of records, that a service brings in. */
export type Filled = {
  what: string;
  figure?: "daily_revenue";
  records?: "customers" | "deals" | "invoices" | "subscriptions" | "vendors";
};

export type Service = {
  id: string;
  name: string;
  description: string;
  category: "communication" | "finance" | "sales" | "productivity" | "storage";
  agent: AgentRoleId;
  authType: "oauth2" | "api_key" | "credentials";
  fields: readonly Field[];
  /** Where what is asked for is found, and what it must allow. */
  help: string;
  /** How it is made to say at once that something changed; the address follows. */
  webhook?: string;
  fills: readonly Filled[];
  /** Where it is set up further, once it is connected. */
  page?: string;
  /** What brings the same without it: a file with the kinds of records it fills, or a page. */
  instead: { text: string; kinds?: readonly string[]; href?: string };
};

const revenue: Filled = { what: "Daily Revenue", figure: "daily_revenue" };
const pipeline: readonly Filled[] = [
  { what: "Customers", records: "customers" },
  { what: "Deals", records: "deals" },
];

/** The services Boardroom is made for. Which of them can be connected is what this version has a connector for. */
export const catalogue: readonly Service[] = [
  {
    id: "gmail",
    name: "Gmail",
    description: "Incoming email, which the agents answer",
    category: "communication",
    agent: "CEO",
    authType: "oauth2",
    fields: client,
    help: "Create an OAuth client of the type Web application in the Google Cloud console, with the Gmail API on.",
    fills: [{ what: "Letters to your agents" }],
    instead: { text: "Connect any mailbox by its address and password", href: "/mail" },
  },
  {
    id: "quickbooks",
    name: "QuickBooks",
    description: "Invoices, bills, cash, and profit and loss by month",
    category: "finance",
    agent: "CFO",
    authType: "oauth2",
    fields: [...client, field("verifier_token", "Webhook verifier token (optional)")],
    help: "Create an app at developer.intuit.com and copy its production keys.",
    webhook: "For updates within seconds, add this address under Webhooks in the app, and copy its verifier token:",
    fills: [revenue, { what: "Invoices", records: "invoices" }, { what: "Vendors", records: "vendors" }],
    instead: {
      text: "Export invoices, bills, and profit and loss by month from its reports",
      kinds: ["invoices", "vendors", "ledger", "transactions"],
    },
  },
  {
    id: "slack",
    name: "Slack",
    description: "Approvals, notices and questions where your team talks",
    category: "communication",
    agent: "Operations",
    authType: "credentials",
    fields: [
      field("bot_token", "Bot token"),
      field("signing_secret", "Signing secret"),
      field("webhook_url", "Webhook address (optional)"),
    ],
    help: "Create the app on the page Slack, install it in your workspace, and copy its bot token (xoxb-…, under OAuth & Permissions) and signing secret (under Basic Information). Notices go to the webhook address while no channel is chosen.",
    page: "/integrations/slack",
    fills: [{ what: "Approvals in your channels" }],
    instead: { text: "Send proposals and notices to any program", href: "/webhooks" },
  },
  {
    id: "stripe",
    name: "Stripe",
    description: "Payments, refunds, fees and payouts",
    category: "finance",
    agent: "CFO",
    authType: "api_key",
    fields: [
      field("secret_key", "Secret key"),
      field("publishable_key", "Publishable key", false),
      field("webhook_secret", "Webhook signing secret (optional)"),
    ],
    help: "Create a restricted key (rk_…) under Developers, API keys, that may read Balance, Customers, Invoices, Subscriptions and Events.",
    webhook: "For updates within seconds, add this address under Developers, Webhooks, and copy its signing secret:",
    fills: [
      revenue,
      { what: "Customers", records: "customers" },
      { what: "Invoices", records: "invoices" },
      { what: "Subscriptions", records: "subscriptions" },
    ],
    instead: {
      text: "Export the itemised balance report, and its lists of customers, invoices and subscriptions",
      kinds: ["payments", "customers", "invoices", "subscriptions"],
    },
  },
  {
    id: "hubspot",
    name: "HubSpot",
    description: "Companies and deals with your own stages",
    category: "sales",
    agent: "Sales",
    authType: "api_key",
    fields: [field("api_key", "API key")],
    help: "Create a service key under Settings, Integrations, that may read companies, deals and owners.",
    webhook: "For updates within seconds with an app of HubSpot, use this as its webhook target:",
    fills: pipeline,
    instead: { text: "Export the views of companies and deals", kinds: ["customers", "deals"] },
  },
  {
    id: "salesforce",
    name: "Salesforce",
    description: "Accounts and opportunities with your own stages",
    category: "sales",
    agent: "Sales",
    authType: "credentials",
    fields: [
      field("username", "Username", false),
      field("password", "Password"),
      field("security_token", "Security token"),
    ],
    help: "Reset the security token under Settings, Personal information, to get it by email. Salesforce ends sign-ins by password in summer 2027; a sign-in with a client needs none.",
    fills: pipeline,
    instead: { text: "Export reports of accounts and opportunities", kinds: ["customers", "deals"] },
  },
  {
    id: "google_calendar",
    name: "Google Calendar",
    description: "Meetings, workload and deadlines",
    category: "productivity",
    agent: "Operations",
    authType: "oauth2",
    fields: client,
    help: "Create an OAuth client of the type Web application in the Google Cloud console, with the Calendar API on.",
    fills: [{ what: "Meetings and deadlines" }],
    instead: {
      text: "Add deadlines as tasks, or with the contracts they belong to",
      kinds: ["contracts"],
      href: "/tasks",
    },
  },
  {
    id: "google_drive",
    name: "Google Drive",
    description: "Documents for the Company Brain, read-only",
    category: "storage",
    agent: "Operations",
    authType: "oauth2",
    fields: [...client, field("folder", "Folder address (empty: all files)", false)],
    help: "Create an OAuth client of the type Web application in the Google Cloud console, with the Drive API on.",
    fills: [{ what: "Documents in the Brain" }],
    instead: { text: "Upload the documents", href: "/brain-dashboard" },
  },
];

export const serviceOf = (id: string): Service | undefined => catalogue.find((one) => one.id === id);
