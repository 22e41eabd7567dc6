import { agentRoleIds } from "#contract/roles.ts";
import { decisionTypes, standings } from "#features/decisions/contract.ts";
import { waitingHours } from "#features/decisions/rules.ts";
import { sentenceCase } from "#ui/format.ts";
import { AskMe } from "#ui/kit/ask-me.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Options, Select } from "#ui/kit/field.tsx";
import { SearchField } from "#ui/kit/search-field.tsx";
import { outcomeWords, periodWords } from "./ledger-words.ts";

/** The filter is kept in the URL, so it can be shared. */
export type LedgerParams = Record<"q" | "status" | "role" | "type" | "outcome" | "period" | "sort", string>;
export const readLedgerParams = (search: URLSearchParams): LedgerParams => {
  const of = (name: keyof LedgerParams) => search.get(name) ?? "";
  return {
    q: of("q"),
    status: of("status"),
    role: of("role"),
    type: of("type"),
    outcome: of("outcome"),
    period: of("period"),
    sort: of("sort"),
  };
};

const options = (names: readonly string[]): [string, string][] => names.map((name) => [name, sentenceCase(name)]);

const menus: [keyof LedgerParams, string, [string, string][]][] = [
  ["status", "Any status", options(standings)],
  ["role", "All agents", agentRoleIds.map((role) => [role, role])],
  ["type", "All types", options(decisionTypes)],
  ["outcome", "Any outcome", Object.entries(outcomeWords)],
  ["period", "Any time", Object.entries(periodWords)],
];

export function LedgerFilters({
  asked,
  found,
  onChange,
}: {
  asked: LedgerParams;
  found: string;
  onChange: (change: Partial<LedgerParams>) => void;
}) {
  const isFiltered = asked.q !== "" || menus.some(([key]) => asked[key]);
  const clear = () => onChange({ q: "", status: "", role: "", type: "", outcome: "", period: "" });
  return (
    <div role="search" aria-label="Decisions" className="mb-3 grid grid-cols-2 items-center gap-2 md:flex md:flex-wrap">
      <SearchField
        label="Search decisions"
        value={asked.q}
        placeholder="Title, number, counterparty"
        className="col-span-2 md:w-64"
        onSearch={(q) => onChange({ q })}
      />
      {menus.map(([key, any, choices]) => (
        <Select
          key={key}
          aria-label={sentenceCase(key === "role" ? "agent" : key)}
          className={`h-10 w-full md:h-control ${asked[key] ? "border-accent! bg-accent-wash" : ""}`}
          value={asked[key]}
          onText={(typed) => onChange({ [key]: typed })}
        >
          <option value="">{any}</option>
          <Options of={choices} />
        </Select>
      ))}
      <Select
        aria-label="Sort"
        className="h-10 w-full md:h-control"
        value={asked.sort || "waiting"}
        onText={(typed) => onChange({ sort: typed })}
      >
        <option value="waiting">Sort: cost of waiting</option>
        <option value="deadline">Sort: deadline</option>
        <option value="newest">Sort: newest</option>
        <option value="amount">Sort: amount</option>
      </Select>
      {(asked.sort || "waiting") === "waiting" && (
        <span className="text-xs text-ink-3">
          <AskMe
            title="Cost of waiting: what comes first"
            rows={[
              ["Starts from", "the deadline"],
              ["High priority", `${waitingHours.priority.high} h sooner`],
              ["Medium priority", `${waitingHours.priority.medium} h sooner`],
              ["Each factor of ten at stake", `${waitingHours.tenfold} h sooner`],
            ]}
          >
            How it is sorted
          </AskMe>
        </span>
      )}
      {isFiltered && (
        <Button small look="quiet" onClick={clear}>
          Clear filters
        </Button>
      )}
      <span role="status" className="num text-sm text-ink-3 md:ml-auto">
        {found}
      </span>
    </div>
  );
}
