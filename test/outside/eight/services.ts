import type { Connector } from "#connectors/connector.ts";
import { gmailMailboxes } from "#connectors/gmail/connector.ts";
import { hubspotConnector } from "#connectors/hubspot/connector.ts";
import { salesforceConnector } from "#connectors/salesforce/connector.ts";
import { stripeConnector } from "#connectors/stripe/connector.ts";
import { openGmail } from "../gmail.ts";
import { openCalendar } from "../google-calendar.ts";
import { kinds, openDrive } from "../google-drive.ts";
import { client as googleClient } from "../google-sign-in.ts";
import { hubspotClient, openHubspot } from "../hubspot.ts";
import { client as intuitClient, openQuickBooks } from "../quickbooks.ts";
import { openSalesforce, salesforceClient } from "../salesforce.ts";
import type { Service } from "../service.ts";
import { openSlack, slackClient, slackSecret } from "../slack.ts";
import { openStripe, stripeKey } from "../stripe.ts";

type Held = { id: string; name: string };
/** A stand-in that a person connects, and what it holds. */
export type Tried = {
  id: string;
  name: string;
  service: Service;
  connector: Connector;
  /** What its dialog asks for, by the labels of the fields; empty: the operator's client is enough. */
  typed: Readonly<Record<string, string>>;
  held: () => Held[];
  add: (name: string) => void;
  remove: (id: string) => void;
};

const dayMs = 86_400_000;
const day = (ago: number): string => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);
const seconds = (ago: number): number => Math.floor((Date.now() - ago * dayMs) / 1_000);

/** What services know of: an overdue invoice, a deal that nobody moved, a meeting to come. */
export const known = {
  customer: "Harbour Foods",
  invoice: "HF-1037",
  deal: "Harbour expansion",
  meeting: "Review with Harbour Foods",
  amount: 12_500,
};

function triedStripe(stripe: Awaited<ReturnType<typeof openStripe>>, currency: string): Tried {
  const harbour = stripe.add("customers", {
    name: known.customer,
    email: "pay@harbour.example",
    created: seconds(60),
  });
  const add = (number: string, customer = harbour) =>
    stripe.add("invoices", {
      customer,
      number,
      status: "open",
      currency,
      total: known.amount * 100,
      amount_remaining: known.amount * 100,
      created: seconds(40),
      effective_at: seconds(40),
      due_date: seconds(10),
    });
  add(known.invoice);
  for (const ago of [3, 2, 1])
    stripe.add("balance_transactions", {
      currency,
      amount: 432_100,
      fee: 2_100,
      net: 430_000,
      created: seconds(ago),
      payer: known.customer,
    });
  return {
    id: "stripe",
    name: "Stripe",
    service: stripe,
    connector: stripeConnector(stripe.url),
    typed: { "Secret key": stripeKey },
    held: () => stripe.objects("invoices").map((one) => ({ id: one.id, name: String(one["number"]) })),
    add,
    remove: (id) => stripe.remove("invoices", id),
  };
}

async function openBooks(currency: string): Promise<Tried> {
  const books = await openQuickBooks();
  books.settings.home = currency.toUpperCase();
  const unit = { CurrencyRef: { value: currency.toUpperCase(), name: currency.toUpperCase() } };
  const harbour = books.add("Customer", {
    DisplayName: known.customer,
    FullyQualifiedName: known.customer,
    PrimaryEmailAddr: { Address: "pay@harbour.example" },
  });
  const add = (number: string) =>
    books.add("Invoice", {
      CustomerRef: { value: harbour, name: known.customer },
      ...unit,
      DocNumber: number,
      TxnDate: day(40),
      DueDate: day(10),
      TotalAmt: known.amount,
      Balance: known.amount,
      Line: [{ Amount: known.amount }],
    });
  add(known.invoice);
  books.add("Account", {
    AccountType: "Bank",
    ...unit,
    Name: "Checking",
    FullyQualifiedName: "Checking",
    CurrentBalance: 84_000,
  });
  books.account({ id: "70", name: "Services", group: "Income" });
  books.account({ id: "60", name: "Rent", group: "Expenses" });
  books.post("70", day(0).slice(0, 7), 30_000);
  books.post("60", day(0).slice(0, 7), 9_000);
  return {
    id: "quickbooks",
    name: "QuickBooks",
    service: books,
    connector: books.connector,
    typed: { "Client ID": intuitClient.client_id, "Client secret": intuitClient.client_secret },
    held: () => books.alive("Invoice").map(({ Id, DocNumber }) => ({ id: Id, name: String(DocNumber) })),
    add,
    remove: (id) => books.remove("Invoice", id),
  };
}

async function openHubspotFor(currency: string): Promise<Tried> {
  const hubspot = await openHubspot();
  hubspot.settings.currency = currency.toUpperCase();
  const at = Date.now() - 90 * dayMs;
  const harbour = hubspot.add("companies", { name: known.customer, lifecyclestage: "customer" }, { at });
  const add = (dealname: string) =>
    hubspot.add(
      "deals",
      { dealname, amount: String(known.amount), dealstage: "contractsent", closedate: `${day(20)}T12:00:00Z` },
      { company: harbour, at },
    );
  add(known.deal);
  return {
    id: "hubspot",
    name: "HubSpot",
    service: hubspot,
    connector: hubspotConnector({ accounts: hubspot.url, api: hubspot.url }),
    typed: {},
    held: () => hubspot.objects("deals").map(({ id, properties }) => ({ id, name: properties["dealname"] ?? "" })),
    add,
    remove: (id) => hubspot.archive("deals", id),
  };
}

async function openSalesforceFor(currency: string): Promise<Tried> {
  const salesforce = await openSalesforce();
  salesforce.settings.currency = currency.toUpperCase();
  const at = Date.now() - 90 * dayMs;
  const harbour = salesforce.add("Account", { Name: known.customer, Type: "Customer - Direct" }, at);
  const add = (Name: string) =>
    salesforce.add(
      "Opportunity",
      {
        Name,
        StageName: "Negotiation",
        Amount: known.amount,
        Probability: 90,
        CloseDate: day(20),
        IsClosed: false,
        IsWon: false,
        AccountId: harbour,
      },
      at,
    );
  add(known.deal);
  return {
    id: "salesforce",
    name: "Salesforce",
    service: salesforce,
    connector: salesforceConnector(salesforce.url),
    typed: {},
    held: () => salesforce.objects("Opportunity").map((one) => ({ id: one.Id, name: String(one["Name"]) })),
    add,
    remove: (id) => salesforce.remove("Opportunity", id),
  };
}

const googleTyped = { "Client ID": googleClient.client_id, "Client secret": googleClient.client_secret };

function triedCalendar(calendar: Awaited<ReturnType<typeof openCalendar>>): Tried {
  const attendees = [
    { email: "ceo@acme.example", self: true, responseStatus: "accepted" },
    { email: "bob@client.example", responseStatus: "accepted" },
  ];
  const at = (hours: number) => ({
    dateTime: new Date(Date.parse(`${day(-2)}T09:00:00Z`) + hours * 3_600_000).toISOString(),
  });
  const add = (summary: string) => calendar.add({ summary, start: at(0), end: at(1.5), attendees });
  add(known.meeting);
  calendar.add({ summary: "Weekly", start: at(-96), end: at(-94.5), attendees });
  return {
    id: "google_calendar",
    name: "Google Calendar",
    service: calendar,
    connector: calendar.connector,
    typed: googleTyped,
    held: () =>
      calendar.within(Date.now(), Date.now() + 90 * dayMs).map(({ id, summary }) => ({ id, name: summary ?? "" })),
    add,
    remove: calendar.cancel,
  };
}

function triedDrive(drive: Awaited<ReturnType<typeof openDrive>>): Tried {
  drive.add("Harbour lease", kinds.doc, "The lease of the harbour office ends on 30 June 2031.");
  return {
    id: "google_drive",
    name: "Google Drive",
    service: drive,
    connector: drive.connector,
    typed: googleTyped,
    held: drive.alive,
    add: (name) => drive.add(name, kinds.doc, `${name}. This was written on ${day(0)}.`),
    remove: drive.remove,
  };
}

async function openGmailFor(): Promise<Tried> {
  const gmail = await openGmail();
  const add = (subject: string) =>
    gmail.deliver({ from: "Kim <pay@harbour.example>", subject, text: "When is our invoice due?" });
  add("Our invoice");
  return {
    id: "gmail",
    name: "Gmail",
    service: gmail,
    connector: gmail.connector,
    typed: googleTyped,
    held: () => gmail.sent.map(({ raw }, at) => ({ id: String(at), name: /^Subject: (.*)$/m.exec(raw)?.[1] ?? "" })),
    add,
    remove: () => undefined,
  };
}

async function openSlackFor() {
  const slack = await openSlack();
  const tried: Tried = {
    id: "slack",
    name: "Slack",
    service: slack,
    connector: slack.connector,
    typed: {},
    held: () => slack.posted.map(({ ts, text }) => ({ id: ts, name: text })),
    add: () => undefined,
    remove: () => undefined,
  };
  return { slack, tried };
}

/** The operator's clients at the stand-ins, as the environment names them. */
export const operatorsClients = {
  HUBSPOT_CLIENT_ID: hubspotClient.client_id,
  HUBSPOT_CLIENT_SECRET: hubspotClient.client_secret,
  SLACK_CLIENT_ID: slackClient.client_id,
  SLACK_CLIENT_SECRET: slackClient.client_secret,
  SLACK_SIGNING_SECRET: slackSecret,
  SALESFORCE_CLIENT_ID: salesforceClient.client_id,
  SALESFORCE_CLIENT_SECRET: salesforceClient.client_secret,
};

/** The stand-ins of all eight services with records of one customer; their pages ask people to agree. */
export async function openEight(currency: string) {
  const { slack, tried } = await openSlackFor();
  const [stripe, calendar, drive] = [await openStripe(), await openCalendar(), await openDrive()];
  const all: Tried[] = [
    triedStripe(stripe, currency),
    await openBooks(currency),
    await openHubspotFor(currency),
    await openSalesforceFor(currency),
    triedCalendar(calendar),
    triedDrive(drive),
    await openGmailFor(),
    tried,
  ];
  for (const { service, name } of all) service.askAs(name);
  return {
    all,
    slack,
    stripe,
    calendar,
    drive,
    connectors: all.map(({ connector }) => connector),
    mailboxes: [gmailMailboxes],
    close: () => Promise.all(all.map(({ service }) => service.close())),
  };
}
export type Eight = Awaited<ReturnType<typeof openEight>>;
