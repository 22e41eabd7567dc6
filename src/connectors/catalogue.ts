import type { AgentRoleId } from "#contract/roles.ts";

type Field = { name: string; label: string; isSecret: boolean };
const field = (name: string, label: string, isSecret = true): Field => ({ name, label, isSecret });
const client = [field("client_id", "Client ID", false), field("client_secret", "Client secret")];

/** A figure by its name among the metrics, or a kind of records, that a service brings in. */
export type Filled = {
  what: string;
  figure?: "daily_revenue";
  records?: "customers" | "deals" | "invoices" | "vendors";
};

export type Service = {
  id: string;
  name: string;
  description: string;
  category: "communication" | "finance" | "sales" | "productivity" | "storage";
  agent: AgentRoleId;
  authType: "oauth2" | "api_key" | "credentials";
  fields: readonly Field[];
  fills: readonly Filled[];
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
    fills: [{ what: "Letters to your agents" }],
  },
  {
    id: "quickbooks",
    name: "QuickBooks",
    description: "Invoices, bills, cash, and profit and loss by month",
    category: "finance",
    agent: "CFO",
    authType: "oauth2",
    fields: client,
    fills: [revenue, { what: "Invoices", records: "invoices" }, { what: "Vendors", records: "vendors" }],
  },
  {
    id: "slack",
    name: "Slack",
    description: "Approvals, notices and questions where your team talks",
    category: "communication",
    agent: "Operations",
    authType: "credentials",
    fields: [field("bot_token", "Bot token"), field("webhook_url", "Webhook address")],
    fills: [{ what: "Approvals in your channels" }],
  },
  {
    id: "stripe",
    name: "Stripe",
    description: "Payments, refunds, fees and payouts",
    category: "finance",
    agent: "CFO",
    authType: "api_key",
    fields: [field("secret_key", "Secret key"), field("publishable_key", "Publishable key", false)],
    fills: [revenue],
  },
  {
    id: "hubspot",
    name: "HubSpot",
    description: "Contacts, companies and deals with your own stages",
    category: "sales",
    agent: "Sales",
    authType: "api_key",
    fields: [field("api_key", "API key")],
    fills: pipeline,
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
    fills: pipeline,
  },
  {
    id: "google_calendar",
    name: "Google Calendar",
    description: "Meetings, workload and deadlines",
    category: "productivity",
    agent: "Operations",
    authType: "oauth2",
    fields: client,
    fills: [{ what: "Meetings and deadlines" }],
  },
  {
    id: "google_drive",
    name: "Google Drive",
    description: "Documents for the Company Brain, which are only read",
    category: "storage",
    agent: "Operations",
    authType: "oauth2",
    fields: [...client, field("folder", "Folder address (empty: all files)", false)],
    fills: [{ what: "Documents in the Brain" }],
  },
];

export const serviceOf = (id: string): Service | undefined => catalogue.find((one) => one.id === id);
