import {
  contractKinds,
  contractStatuses,
  customerStatuses,
  dealStages,
  intervals,
  invoiceDirections,
  invoiceStatuses,
  type RecordKind,
  subscriptionKinds,
  subscriptionStatuses,
  ticketKinds,
  ticketStatuses,
  vendorStatuses,
} from "#features/records/contract.ts";
import { currencies, priorities } from "#contract/words.ts";

export type FieldType = "line" | "text" | "email" | "money" | "number" | "whole" | "share" | "day" | "flag" | "choice";

/** One field of a kind of records: how a person reads it, which headings of files mean it, and how its cells are read. */
export type Field = {
  name: string;
  label: string;
  type: FieldType;
  /** A record cannot be without it, and nothing else says what it would be. */
  required?: true;
  choices?: readonly string[];
  /** What files write for a choice besides its own name. */
  words?: Readonly<Record<string, string>>;
  /** Headings that mean it besides its name and label, in small letters and digits. */
  headings?: readonly string[];
};

const email: Field = {
  name: "email",
  label: "Email",
  type: "email",
  headings: ["emailaddress", "mail", "contactemail"],
};
const owner: Field = {
  name: "ownerName",
  label: "Owner",
  type: "line",
  headings: ["accountowner", "dealowner", "accountmanager", "assignee", "assignedto", "responsible", "salesrep"],
};
const notes: Field = {
  name: "notes",
  label: "Notes",
  type: "text",
  headings: ["note", "comment", "comments", "remarks", "memo"],
};
const currency: Field = {
  name: "currency",
  label: "Currency",
  type: "choice",
  choices: currencies,
  words: { "€": "EUR", "£": "GBP", "₹": "INR", zł: "PLN", r$: "BRL", us$: "USD" },
  headings: ["currencycode", "curr", "isocurrency"],
};
const customer: Field = {
  name: "customerName",
  label: "Customer",
  type: "line",
  headings: [
    "client",
    "clientname",
    "account",
    "accountname",
    "company",
    "companyname",
    "billto",
    "organization",
    "organisation",
  ],
};
const vendor: Field = {
  name: "vendorName",
  label: "Vendor",
  type: "line",
  headings: ["supplier", "suppliername", "provider", "payee", "billfrom"],
};
const channel: Field = {
  name: "channel",
  label: "Channel",
  type: "line",
  headings: ["leadsource", "utmsource", "originalsource"],
};
const choice = (
  name: string,
  label: string,
  choices: readonly string[],
  words: Record<string, string> = {},
  headings: string[] = [],
): Field => ({ name, label, type: "choice", choices, words, headings });
const day = (name: string, label: string, ...headings: string[]): Field => ({ name, label, type: "day", headings });
const line = (name: string, label: string, ...headings: string[]): Field => ({ name, label, type: "line", headings });
const money = (name: string, label: string, ...headings: string[]): Field => ({ name, label, type: "money", headings });
const whole = (name: string, label: string, ...headings: string[]): Field => ({ name, label, type: "whole", headings });
const needed = (field: Field): Field => ({ ...field, required: true });

/** The fields of each kind, in the order of forms, templates and exports. */
export const fieldsOf: Record<RecordKind, readonly Field[]> = {
  customers: [
    needed(
      line("name", "Name", "customer", "customername", "company", "companyname", "client", "clientname", "accountname"),
    ),
    email,
    line("phone", "Phone", "phonenumber", "telephone", "tel", "mobile"),
    line("segment", "Segment", "industry", "tier", "plan", "category"),
    choice(
      "status",
      "Status",
      customerStatuses,
      { lead: "prospect", inactive: "churned", lost: "churned", cancelled: "churned" },
      ["stage", "lifecyclestage"],
    ),
    owner,
    day("since", "Customer since", "created", "createdon", "createdate", "signupdate", "startdate"),
    day("lastContactOn", "Last contact", "lastcontacted", "lastactivity", "lastactivitydate", "lastcontactdate"),
    whole("usage30", "Usage, last 30 days", "usage", "usagelast30days", "logins30"),
    whole("usagePrior30", "Usage, 30 days before", "priorusage", "usageprior30days"),
    {
      name: "satisfaction",
      label: "Satisfaction, 0 to 10",
      type: "number",
      headings: ["satisfaction", "nps", "csat", "score"],
    },
    notes,
  ],
  vendors: [
    needed(line("name", "Name", "vendor", "vendorname", "supplier", "suppliername", "company", "companyname")),
    email,
    line("category", "Category", "type", "expensecategory"),
    choice("status", "Status", vendorStatuses, { inactive: "ended", terminated: "ended", archived: "ended" }),
    owner,
    money("yearlyBudget", "Yearly budget", "budget", "annualbudget", "budgetperyear"),
    currency,
    notes,
  ],
  deals: [
    needed(line("name", "Name", "deal", "dealname", "opportunity", "opportunityname", "title")),
    customer,
    choice(
      "stage",
      "Stage",
      dealStages,
      {
        new: "lead",
        prospecting: "lead",
        "sales qualified": "qualified",
        "appointment scheduled": "qualified",
        "qualified to buy": "qualified",
        "presentation scheduled": "proposal",
        quote: "proposal",
        quoted: "proposal",
        "decision maker bought-in": "negotiation",
        "contract sent": "negotiation",
        "closed won": "won",
        "closed lost": "lost",
        closedwon: "won",
        closedlost: "lost",
      },
      ["dealstage", "status", "pipelinestage", "salesstage"],
    ),
    needed(money("amount", "Amount", "value", "dealvalue", "dealamount", "total")),
    currency,
    {
      name: "probability",
      label: "Probability",
      type: "share",
      headings: ["winprobability", "dealprobability", "likelihood"],
    },
    channel,
    owner,
    needed(day("openedOn", "Opened", "created", "createdate", "createdon", "createddate", "openeddate", "opened")),
    day("expectedCloseOn", "Expected close", "closedate", "expectedclosedate", "closingdate", "estimatedclosedate"),
    day("lastActivityOn", "Last activity", "lastactivitydate", "lastmodified", "lastmodifieddate", "lastcontacted"),
    day("closedOn", "Closed", "closeddate", "wonon", "loston", "actualclosedate"),
    line("nextStep", "Next step", "nextaction"),
    notes,
  ],
  invoices: [
    needed(
      line(
        "number",
        "Number",
        "invoice",
        "invoiceno",
        "invoicenumber",
        "no",
        "billnumber",
        "billno",
        "docnumber",
        "num",
      ),
    ),
    choice(
      "direction",
      "Direction",
      invoiceDirections,
      {
        sales: "receivable",
        sale: "receivable",
        outgoing: "receivable",
        ar: "receivable",
        invoice: "receivable",
        customer: "receivable",
        purchase: "payable",
        bill: "payable",
        incoming: "payable",
        ap: "payable",
        vendor: "payable",
        expense: "payable",
      },
      ["type", "invoicetype", "transactiontype"],
    ),
    customer,
    vendor,
    needed(day("issuedOn", "Issued", "date", "invoicedate", "issuedate", "issued", "billdate", "txndate", "created")),
    needed(day("dueOn", "Due", "duedate", "due", "paymentdue")),
    day("paidOn", "Paid on", "paiddate", "datepaid", "paymentdate", "paid"),
    needed(money("amount", "Amount", "total", "totalamount", "invoicetotal", "gross", "sum", "value")),
    currency,
    choice(
      "status",
      "Status",
      invoiceStatuses,
      {
        unpaid: "open",
        outstanding: "open",
        sent: "open",
        overdue: "open",
        due: "open",
        pending: "open",
        draft: "open",
        settled: "paid",
        closed: "paid",
        dispute: "disputed",
        voided: "void",
        cancelled: "void",
        canceled: "void",
      },
      ["state", "paymentstatus", "invoicestatus"],
    ),
    line("category", "Category", "account", "expensecategory"),
    channel,
    notes,
  ],
  contracts: [
    needed(line("title", "Title", "contract", "contractname", "contracttitle", "name", "agreement", "subject")),
    choice(
      "kind",
      "Kind",
      contractKinds,
      {
        sales: "customer",
        purchase: "vendor",
        supplier: "vendor",
        nda: "confidentiality",
        dpa: "data protection",
        employee: "employment",
      },
      ["type", "contracttype", "category"],
    ),
    customer,
    vendor,
    choice(
      "status",
      "Status",
      contractStatuses,
      { signed: "active", live: "active", expired: "ended", terminated: "ended", pending: "draft" },
      ["state"],
    ),
    day("signedOn", "Signed", "signed", "signeddate", "signaturedate", "executedon"),
    day("startsOn", "Starts", "start", "startdate", "effectivedate", "from"),
    day("endsOn", "Ends", "end", "enddate", "expirydate", "expires", "expirationdate", "to"),
    whole("noticeDays", "Notice, days", "notice", "noticeperiod", "noticeperioddays", "noticedays"),
    {
      name: "autoRenews",
      label: "Renews by itself",
      type: "flag",
      headings: ["autorenew", "autorenewal", "autorenews", "automaticrenewal"],
    },
    whole("renewalMonths", "Renewal, months", "renewalterm", "renewaltermmonths", "renewalperiod"),
    money("yearlyValue", "Yearly value", "value", "annualvalue", "amount", "acv"),
    currency,
    owner,
    notes,
  ],
  subscriptions: [
    needed(line("name", "Name", "subscription", "subscriptionname", "product", "plan", "planname", "service", "title")),
    choice(
      "kind",
      "Kind",
      subscriptionKinds,
      {
        saas: "service",
        software: "service",
        license: "licence",
        ssl: "certificate",
        tls: "certificate",
        "api key": "token",
        secret: "token",
      },
      ["type", "category"],
    ),
    customer,
    vendor,
    choice(
      "status",
      "Status",
      subscriptionStatuses,
      {
        trialing: "trial",
        live: "active",
        canceled: "cancelled",
        expired: "cancelled",
        ended: "cancelled",
        suspended: "paused",
      },
      ["state"],
    ),
    money("amount", "Amount per interval", "amount", "price", "cost", "fee", "mrr", "value"),
    currency,
    choice(
      "interval",
      "Interval",
      intervals,
      {
        monthly: "month",
        yearly: "year",
        annual: "year",
        annually: "year",
        months: "month",
        years: "year",
        m: "month",
        y: "year",
      },
      ["billinginterval", "billing", "period", "billingperiod", "frequency"],
    ),
    whole("seats", "Seats", "quantity", "qty", "users", "licences", "licenses"),
    day("startedOn", "Started", "start", "startdate", "created", "createdate"),
    day(
      "renewsOn",
      "Renews or expires",
      "renewal",
      "renewaldate",
      "renewson",
      "expires",
      "expirydate",
      "nextbilling",
      "nextbillingdate",
      "currentperiodend",
      "enddate",
    ),
    day("cancelledOn", "Cancelled", "cancelled", "canceled", "canceledat", "cancelledat", "cancellationdate"),
    owner,
    notes,
  ],
  tickets: [
    line("number", "Number", "ticket", "ticketno", "ticketnumber", "no", "key", "issuekey", "case", "casenumber"),
    needed(line("title", "Title", "subject", "summary", "name", "issue")),
    choice(
      "kind",
      "Kind",
      ticketKinds,
      {
        question: "support",
        problem: "support",
        ticket: "support",
        feature: "request",
        "feature request": "request",
        task: "request",
        outage: "incident",
        bug: "incident",
        commitment: "promise",
      },
      ["type", "category", "issuetype"],
    ),
    customer,
    choice(
      "status",
      "Status",
      ticketStatuses,
      {
        new: "open",
        "in progress": "open",
        "to do": "open",
        pending: "waiting",
        hold: "waiting",
        "on hold": "waiting",
        blocked: "waiting",
        solved: "resolved",
        done: "resolved",
        fixed: "resolved",
      },
      ["state"],
    ),
    choice(
      "priority",
      "Priority",
      priorities,
      {
        urgent: "high",
        critical: "high",
        highest: "high",
        p1: "high",
        p2: "medium",
        normal: "medium",
        p3: "low",
        lowest: "low",
        minor: "low",
      },
      ["severity", "urgency"],
    ),
    needed(
      day("openedOn", "Opened", "created", "createdate", "createdon", "createdat", "date", "opened", "requestedon"),
    ),
    day("dueOn", "Due", "due", "duedate", "deadline", "promisedon", "sladue"),
    day("resolvedOn", "Resolved", "resolved", "resolveddate", "solvedat", "closed", "closedon", "closedate"),
    owner,
    {
      name: "estimatedHours",
      label: "Estimated hours",
      type: "number",
      headings: ["estimate", "estimated", "originalestimate"],
    },
    {
      name: "actualHours",
      label: "Actual hours",
      type: "number",
      headings: ["actual", "timespent", "hoursspent", "hours"],
    },
    {
      name: "detail",
      label: "Detail",
      type: "text",
      headings: ["description", "body", "details", "notes", "text", "message"],
    },
  ],
};

/** How each kind is called where a person reads it. */
export const kindNames: Record<RecordKind, { one: string; many: string }> = {
  customers: { one: "customer", many: "customers" },
  vendors: { one: "vendor", many: "vendors" },
  deals: { one: "deal", many: "deals" },
  invoices: { one: "invoice", many: "invoices" },
  contracts: { one: "contract", many: "contracts" },
  subscriptions: { one: "subscription", many: "subscriptions" },
  tickets: { one: "ticket", many: "tickets" },
};

/**
 * Which field of a kind says what: how it is called, how it stands, what sort it is, what it is worth, its most telling
 * day. `sum` says how its money adds up: by what has to be kept apart, such as what comes in from what goes out; without it
 * a sum would mean nothing.
 */
export const roles: Record<
  RecordKind,
  {
    title: string;
    status: string;
    type?: string;
    money?: string;
    sum?: { by: string | null };
    day?: string;
    search: readonly string[];
  }
> = {
  customers: { title: "name", status: "status", day: "since", search: ["name", "email", "segment"] },
  vendors: {
    title: "name",
    status: "status",
    money: "yearlyBudget",
    sum: { by: null },
    search: ["name", "email", "category"],
  },
  deals: {
    title: "name",
    status: "stage",
    money: "amount",
    sum: { by: null },
    day: "expectedCloseOn",
    search: ["name", "customerName"],
  },
  invoices: {
    title: "number",
    status: "status",
    type: "direction",
    money: "amount",
    sum: { by: "direction" },
    day: "dueOn",
    search: ["number", "customerName", "vendorName"],
  },
  contracts: {
    title: "title",
    status: "status",
    type: "kind",
    money: "yearlyValue",
    sum: { by: "kind" },
    day: "endsOn",
    search: ["title", "customerName", "vendorName"],
  },
  subscriptions: {
    title: "name",
    status: "status",
    type: "kind",
    money: "amount",
    day: "renewsOn",
    search: ["name", "customerName", "vendorName"],
  },
  tickets: {
    title: "title",
    status: "status",
    type: "kind",
    day: "dueOn",
    search: ["title", "number", "customerName"],
  },
};

/** Takes a kind and a field's name, gives the field; throws where the kind has none of that name. */
export function fieldOf(kind: RecordKind, name: string): Field {
  const found = fieldsOf[kind].find((field) => field.name === name);
  if (!found) throw new Error(`${kind} have no field ${name}.`);
  return found;
}
