import type { Value } from "#contract/csv.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getLedgerSummary, type LedgerRow, listLedger } from "#features/decisions/ledger/contract.ts";
import { outcomeWords } from "#features/decisions/web/ledger-words.ts";
import { callPage, type Sent } from "#ui/api.ts";
import { read, usePages } from "#ui/query.ts";
import { exportList } from "#ui/export-list.ts";
import { sentenceCase } from "#ui/format.ts";

type Query = NonNullable<Sent<typeof listLedger>["query"]>;
export type LedgerFilter = Omit<Query, "cursor" | "sort">;

export const useLedger = (filter: LedgerFilter, sort: Query["sort"]) =>
  usePages(listLedger, { query: { ...filter, sort } });

export const useLedgerSummary = (filter: LedgerFilter) =>
  useQuery({ ...read(getLedgerSummary, { query: filter }), placeholderData: keepPreviousData });

export const exportLedger = (filter: LedgerFilter): Promise<void> =>
  exportList<LedgerRow>("decisions.csv", columns, (cursor, signal) =>
    callPage(listLedger, { query: { ...filter, sort: "newest", cursor } }, signal),
  );

const columns = {
  Number: ({ number }) => `D-${number}`,
  Title: ({ title }) => title,
  Test: ({ isTest }) => isTest,
  Agent: ({ agentName }) => agentName,
  Role: ({ agentRole }) => agentRole,
  Type: ({ decisionType }) => sentenceCase(decisionType),
  "Commits to": ({ exposure }) => exposure.kind,
  Amount: ({ exposure }) => (exposure.kind === "none" ? null : exposure.amount),
  Claimed: ({ claimed }) => claimed,
  Proposed: ({ createdAt }) => createdAt,
  Deadline: ({ expiresAt }) => expiresAt,
  Settled: ({ settledAt }) => settledAt,
  "Settled by": ({ approvedBy, rejectedBy }) => approvedBy ?? rejectedBy,
  Outcome: ({ outcome }) => outcomeWords[outcome],
  "Forecast due": ({ dueOn }) => dueOn,
  Reason: ({ reason }) => reason,
} satisfies Record<string, (row: LedgerRow) => Value>;
