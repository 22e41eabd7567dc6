import * as receivables from "#features/records/receivables/store.ts";
import * as records from "#features/records/store.ts";
import { concludeReceivables } from "#features/workforce/cfo/receivables.ts";
import { type Topic, topic } from "#features/workforce/topics/topic.ts";

/** What the CFO knows about. */
export const cfoTopics: readonly Topic[] = [
  topic({
    id: "cfo.receivables",
    role: "CFO",
    capability: "financial_analysis",
    title: "Receivables",
    asks: [
      {
        id: "owed",
        example: "How much do customers owe us?",
        words: [["owe", "receivable", "outstanding", "unpaid", "open invoice"]],
        not: ["we owe", "do we owe", "payable"],
      },
      {
        id: "overdue",
        example: "How much is overdue?",
        words: [["overdue", "past due", "late invoice", "late payment", "paid late", "paying late"]],
        not: ["task", "incident", "ticket"],
      },
      {
        id: "debtors",
        example: "Who owes us the most?",
        words: [
          ["who", "which customer", "largest debtor", "biggest debtor"],
          ["owe", "overdue", "debtor", "unpaid", "late"],
        ],
      },
    ],
    async gather(tx, { today, currency }, { customer }) {
      const open = await receivables.openByCurrency(tx, today, customer?.id ?? null);
      const debtors = customer ? [] : await receivables.debtors(tx, today, currency, true);
      const anyInvoices = open.length > 0 || (await records.any(tx, "invoices"));
      return { facts: { open, debtors, anyInvoices }, origins: open.flatMap((row) => row.origins) };
    },
    conclude: concludeReceivables,
  }),
];
