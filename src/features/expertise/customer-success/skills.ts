import { ask } from "#features/expertise/topics/ask.ts";
import * as care from "#features/records/care/store.ts";
import * as promises from "#features/records/promises/store.ts";
import * as renewals from "#features/records/renewals/store.ts";
import * as records from "#features/records/store.ts";
import { concludeCustomers, customerAsks, newIn } from "#features/expertise/customer-success/customers.ts";
import { concludeHealth } from "#features/expertise/customer-success/health.ts";
import { concludePromises } from "#features/expertise/customer-success/promises.ts";
import { cancelledIn, concludeRenewals } from "#features/expertise/customer-success/renewals.ts";
import { type Topic, topicOf } from "#features/expertise/topics/topic.ts";

const topic = topicOf("Customer Success");

export const customerSuccessTopics: readonly Topic[] = [
  topic("customer-success.health", "Customer health", "satisfaction_monitoring", {
    asks: [
      ask("risk", "customer")`Which customers are at risk? Who might leave us? Which customers might we lose? Which
        customers could go? Are any customers angry with us? Which customers need our care? Which clients are likely
        to cancel? Which customers are unhappy? Are we about to lose anybody? Which accounts are in trouble? Which
        customers need looking after? Who is thinking of leaving us? Which customers should I worry about? Is Acme at
        risk? Will Acme leave us? Which customers should we be calling to keep them? Which customers use us less than
        before?`,
      ask("health", "customer")`How healthy are our customers? Are our customers happy? How satisfied are our clients?
        What is the mood among our customers? How do customers feel about us? How is customer satisfaction? Do
        customers like what we do? Are our customers using what they pay for? How are our customers doing? Which
        customers are the healthiest? Which customers are happiest with us?`,
      ask("state", "customer")`How is the relationship with Acme? How is Acme doing? How are things with Acme? Is Acme
        happy with us? How healthy is Acme? What is the state of the Acme account? How satisfied is Acme? How do we
        stand with Acme? Tell me about Acme. What is going on with Acme? Is Acme satisfied? What do we know about
        Acme? Is everything all right with Acme? Is Acme a healthy account? When did we last talk to Acme? When was
        our last contact with Acme? When did anyone last speak to Acme? How much is Acme worth to us a year? What is
        Acme complaining about?`,
      ask("tickets", "customer")`Which tickets of Acme are open? How many tickets are open for Acme? Does Acme have
        open tickets? Are there support tickets from Acme? Which tickets of Acme are late? What support requests does
        Acme have?`,
    ],
    async gather(tx, { today, currency }, { customer: one }) {
      const { rows, troubled } = await care.signals(tx, today, currency, one?.id ?? null);
      const { customers } = await care.counts(tx);
      const kept = { tickets: await records.any(tx, "tickets"), invoices: await records.any(tx, "invoices") };
      const plans = await renewals.recurring(tx, currency);
      const elsewhere = plans.flatMap((one) => (one.currency === currency ? [] : [one.currency])).sort();
      return { facts: { rows, troubled, customers, kept, elsewhere }, origins: rows.map(({ origin }) => origin) };
    },
    conclude: concludeHealth,
  }),
  topic("customer-success.renewals", "Renewals", "retention_strategies", {
    asks: [
      ask("renewals", "customer")`Which customers renew soon? When does Acme renew? Which subscriptions run out next
        month? Whose plan ends this quarter? What customer renewals are coming up? Which clients are up for renewal?
        When does the subscription of Acme end? How much recurring business is up for renewal? Which customers have a
        renewal in the next 60 days? Whose subscription is about to end?`,
      ask("churned", "customer", "period")`Which customers did we lose recently? How many customers have we lost? What
        is our churn? Who cancelled last month? Which clients left us this year? How high is our churn rate? Who
        stopped being a customer? Are we losing customers? How much did we lose to cancellations? Has anyone
        cancelled? How many clients walked away? Which subscriptions were cancelled?`,
    ],
    async gather(tx, { today, currency }, about) {
      const { customer: one } = about;
      const id = one?.id ?? null;
      const { from, to } = cancelledIn(today, about);
      const windows = await renewals.windows(tx, today, currency, id);
      const next = await renewals.next(tx, today, currency, id);
      const ended = await renewals.ended(tx, from, to, currency, id);
      const lost = await renewals.biggestEnded(tx, from, to, currency, id);
      const { churned } = await care.counts(tx);
      const anyPlans = next.length > 0 || (await renewals.any(tx));
      const origins = [...windows, ...ended].flatMap((row) => row.origins);
      return { facts: { windows, next, ended, lost, churned, anyPlans }, origins };
    },
    conclude: concludeRenewals,
  }),
  topic("customer-success.customers", "Customers", "retention_strategies", {
    asks: customerAsks,
    raises: false,
    async gather(tx, { today, currency }, about) {
      const { from, to } = newIn(today, about);
      const kept = await care.kept(tx, from, to);
      const newest = await care.newest(tx, from, to);
      const oldest = await care.oldest(tx);
      const recurring = await renewals.recurring(tx, currency);
      const origins = [...kept.origins, ...recurring.flatMap((row) => row.origins)];
      return { facts: { kept, newest, oldest, recurring }, origins };
    },
    conclude: concludeCustomers,
  }),
  topic("customer-success.promises", "Promises to customers", "support_escalation", {
    asks: [
      ask("promises", "customer")`What have we promised customers? Which promises are still open? What did we promise
        Acme? What did we tell Acme we would do? What have we told customers we would do? What did we assure Acme of?
        Which commitments to customers are overdue? Have we kept our promises? What do we still owe Acme an answer on?
        Which promises are due this week? What did we say we would do for customers? Have we forgotten a promise to a
        customer? Are we keeping our word? Did we do what we promised Acme?`,
    ],
    async gather(tx, { today }, { customer: one }) {
      const { origins, ...rest } = await promises.promised(tx, today, one?.id ?? null);
      const due = await promises.dueFirst(tx, one?.id ?? null);
      const anyPromises = rest.open > 0 || (await promises.any(tx));
      return { facts: { totals: { ...rest, origins }, due, anyPromises }, origins };
    },
    conclude: concludePromises,
  }),
];
