import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getLedgerSummary, type LedgerRow, listLedger } from "#features/decisions/ledger/contract.ts";
import { outcomeWords } from "#features/decisions/web/ledger-words.ts";
import { csvFile, csvLine } from "#features/records/imports/written-csv.ts";
import { callPage, type Sent } from "#ui/api.ts";
import { read, usePages } from "#ui/query.ts";
import { save } from "#ui/save.ts";
import { sentenceCase } from "#ui/format.ts";

type Query = NonNullable<Sent<typeof listLedger>["query"]>;
export type LedgerFilter = Omit<Query, "cursor" | "sort">;

export const useLedger = (filter: LedgerFilter, sort: Query["sort"]) =>
  usePages(listLedger, { query: { ...filter, sort } });

export const useLedgerSummary = (filter: LedgerFilter) =>
  useQuery({ ...read(getLedgerSummary, { query: filter }), placeholderData: keepPreviousData });

const heading = [
  "Number",
  "Title",
  "Test",
  "Agent",
  "Role",
  "Type",
  "Commits to",
  "Amount",
  "Claimed",
  "Proposed",
  "Deadline",
  "Settled",
  "Settled by",
  "Outcome",
  "Forecast due",
  "Reason",
];

const lineOf = (row: LedgerRow) => [
  `D-${row.number}`,
  row.title,
  row.isTest,
  row.agentName,
  row.agentRole,
  sentenceCase(row.decisionType),
  row.exposure.kind,
  row.exposure.kind === "none" ? null : row.exposure.amount,
  row.claimed,
  row.createdAt,
  row.expiresAt,
  row.settledAt,
  row.approvedBy ?? row.rejectedBy,
  outcomeWords[row.outcome],
  row.dueOn,
  row.reason,
];

/** Downloads all rows of a filter as one file. */
export async function exportLedger(filter: LedgerFilter): Promise<void> {
  const lines = [heading.join(",")];
  let cursor: string | undefined;
  do {
    const page = await callPage(listLedger, { query: { ...filter, sort: "newest", cursor } });
    lines.push(...page.rows.map((row) => csvLine(lineOf(row))));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  save("decisions.csv", [csvFile(lines)]);
}
