import { addDays } from "#contract/days.ts";
import * as care from "#features/records/care/store.ts";
import * as promises from "#features/records/promises/store.ts";
import * as renewals from "#features/records/renewals/store.ts";
import * as records from "#features/records/store.ts";
import { concludeHealth } from "#features/workforce/customer-success/health.ts";
import { concludePromises } from "#features/workforce/customer-success/promises.ts";
import { concludeRenewals, recentDays } from "#features/workforce/customer-success/renewals.ts";
import { type Topic, topic } from "#features/workforce/topics/topic.ts";

const customer = ["customer", "client", "account"];
const notOurs = ["vendor", "supplier", "contract", "agreement", "domain", "certificate", "licence", "license", "lease"];

/** What Customer Success knows about. */
export const customerSuccessTopics: readonly Topic[] = [
  topic({
    id: "customer-success.health",
    role: "Customer Success",
    capability: "satisfaction_monitoring",
    title: "Customer health",
    asks: [
      {
        id: "risk",
        example: "Which customers are at risk?",
        words: [
          [...customer, "who"],
          [
            "at risk",
            "might leave",
            "may leave",
            "will leave",
            "about to leave",
            "could leave",
            "likely to leave",
            "likely to churn",
            "churn risk",
            "might churn",
            "will churn",
            "might cancel",
            "unhappy",
            "dissatisf",
            "losing",
            "in trouble",
          ],
        ],
        not: ["deal", "pipeline", "vendor", "supplier"],
      },
      {
        id: "health",
        example: "How healthy are our customers?",
        words: [customer, ["health", "happy", "satisf", "doing", "feel", "usage", "using"]],
        not: ["owe", "overdue", "acquisition"],
      },
      {
        id: "state",
        example: "How is the relationship with Acme?",
        words: [
          ["how", "state of"],
          ["doing", "getting on", "getting along", "going with", "things with", "the account", "relationship with"],
        ],
        not: [
          "how are we",
          "how much",
          "how many",
          "how long",
          "business",
          "the company",
          "team",
          "sales",
          "marketing",
          "project",
          "cash",
          "revenue",
          "pipeline",
          "vendor",
          "supplier",
        ],
      },
    ],
    async gather(tx, { today, currency }, { customer: one }) {
      const { rows, troubled } = await care.signals(tx, today, currency, one?.id ?? null);
      const { customers } = await care.counts(tx);
      const kept = { tickets: await records.any(tx, "tickets"), invoices: await records.any(tx, "invoices") };
      return { facts: { rows, troubled, customers, kept }, origins: rows.map(({ origin }) => origin) };
    },
    conclude: concludeHealth,
  }),
  topic({
    id: "customer-success.renewals",
    role: "Customer Success",
    capability: "retention_strategies",
    title: "Renewals",
    asks: [
      {
        id: "renewals",
        example: "Which customers renew soon?",
        words: [["renew", "subscription ends", "subscriptions end", "plan ends", "plans end", "up for extension"]],
        not: notOurs,
      },
      {
        id: "churned",
        example: "Which customers did we lose recently?",
        words: [
          [
            "churned",
            "did we lose",
            "have we lost",
            "we lost",
            "cancelled",
            "canceled",
            "left us",
            "who left",
            "quit us",
            "have left",
            "customers left",
          ],
          [...customer, "plan", "subscri", "who", "recent", "lately", "month", "year", "churn"],
        ],
        not: ["deal", "opportunit", "task", ...notOurs],
      },
    ],
    async gather(tx, { today, currency }, { customer: one, period }) {
      const id = one?.id ?? null;
      const [from, to] = period ? [period.from, period.to] : [addDays(today, -recentDays), today];
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
  topic({
    id: "customer-success.promises",
    role: "Customer Success",
    capability: "support_escalation",
    title: "Promises to customers",
    asks: [
      {
        id: "promises",
        example: "What have we promised customers?",
        also: ["overdue", "late", "due", "customer", "kept", "keep", "broken"],
        words: [
          [
            "promis",
            "said we would",
            "commitments to customers",
            "committed to customers",
            "owe customers an answer",
            "gave our word",
            "assured",
          ],
        ],
        not: ["vendor", "supplier"],
      },
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
