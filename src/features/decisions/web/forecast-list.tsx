import { Link, useSearchParams } from "wouter";
import { agentRoleIds } from "#contract/roles.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { decisionTypes } from "#features/decisions/contract.ts";
import { type ForecastLine, type ForecastState, forecastStates } from "#features/decisions/outcome/contract.ts";
import { dayIn, today } from "#ui/clock.ts";
import { count, dayWithYear, sentenceCase } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { Confidence } from "#ui/kit/confidence.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { Options, Select } from "#ui/kit/field.tsx";
import { Dot } from "#ui/kit/marks.tsx";
import { PagedRows } from "#ui/kit/paged-rows.tsx";
import { ResolveButtons } from "./outcome-actions.tsx";
import { type ForecastFilter, useForecasts } from "./outcome-queries.ts";

const stateWords: Record<ForecastState, string> = {
  upcoming: "Upcoming",
  due: "Due today",
  overdue: "Overdue",
  resolved: "Resolved",
};

const options = (names: readonly string[]): [string, string][] => names.map((name) => [name, sentenceCase(name)]);
const menus: [keyof ForecastFilter, string, string, [string, string][]][] = [
  ["state", "State", "Any state", forecastStates.map((state) => [state, stateWords[state]])],
  ["role", "Agent", "All agents", agentRoleIds.map((role) => [role, role])],
  ["type", "Type", "All types", options(decisionTypes)],
];

/** Forecasts of approved decisions by due day; those a person is asked about can be resolved in place. */
export function ForecastList() {
  const [search, setSearch] = useSearchParams();
  const asked = menus.map(([key]) => [key, search.get(key) ?? ""] as const).filter(([, value]) => value !== "");
  const filter = Object.fromEntries(asked) as ForecastFilter;
  const list = useForecasts(filter);
  const rows = list.data && {
    ...list.data,
    pages: list.data.pages.map((page) => ({
      ...page,
      rows: page.rows.map((row) => ({ ...row, id: `${row.decisionId}:${row.position}` })),
    })),
  };
  const ask = (key: string, value: string) =>
    setSearch(Object.fromEntries([...asked.filter(([name]) => name !== key), ...(value ? [[key, value]] : [])]), {
      replace: true,
    });
  return (
    <>
      <div role="search" aria-label="Forecasts" className="mb-3 grid grid-cols-2 items-center gap-2 md:flex">
        {menus.map(([key, label, any, choices]) => (
          <Select
            key={key}
            aria-label={label}
            className={`h-10 w-full md:h-control md:w-auto ${filter[key] ? "border-accent! bg-accent-wash" : ""}`}
            value={filter[key] ?? ""}
            onText={(typed) => ask(key, typed)}
          >
            <option value="">{any}</option>
            <Options of={choices} />
          </Select>
        ))}
        {asked.length > 0 && (
          <Button small look="quiet" onClick={() => setSearch({}, { replace: true })}>
            Clear filters
          </Button>
        )}
      </div>
      <PagedRows
        list={{ ...list, data: rows }}
        fault="Couldn't load forecasts"
        empty={<NoForecasts isFiltered={asked.length > 0} onClear={() => setSearch({}, { replace: true })} />}
      >
        {({ id, ...row }) => <ForecastRow key={id} row={row} />}
      </PagedRows>
    </>
  );
}

/** One forecast with its claim, and what happened. */
export function ForecastRow({ row }: { row: ForecastLine }) {
  const { timeZone } = useCompany();
  const thisYear = today(timeZone).slice(0, 4);
  const day = (on: string) => dayWithYear(on, thisYear);
  return (
    <li className="grid gap-x-4 gap-y-1 border-b border-line py-2.5 md:grid-cols-[minmax(0,1fr)_120px_150px]">
      <div className="min-w-0">
        <div className="wrap-anywhere">{row.claim}</div>
        <div className="flex flex-wrap items-center gap-x-2 text-sm text-ink-3">
          <AgentBadge role={row.agentRole} />
          <span>{row.agentName}</span>
          <Link href={`/decisions/${row.decisionId}#forecast`}>
            D-{row.number} {row.title}
          </Link>
        </div>
        {row.source && <div className="text-sm text-ink-2 wrap-anywhere">{row.source}</div>}
        {row.waitsFor && <div className="text-sm text-warning">Missing: {row.waitsFor}</div>}
        {row.isAsked && (
          <div className="mt-1.5">
            <ResolveButtons decisionId={row.decisionId} forecast={{ ...row, dueOn: "0001-01-01" }} />
          </div>
        )}
      </div>
      <div className="max-md:order-3">
        <Confidence name="Probability" value={row.probability} rate={row.baseRate} />
      </div>
      <div className="num text-sm">
        {row.held === null ? (
          <>
            <Dot tone={row.state === "overdue" ? "warning" : "idle"} />{" "}
            {row.state === "due" ? "Due today" : `${row.state === "overdue" ? "Was due" : "Due"} ${day(row.dueOn)}`}
          </>
        ) : (
          <>
            <Dot tone={row.held ? "success" : "danger"} /> {row.held ? "Came true" : "Did not come true"}
            <span className="block text-ink-3">
              {row.value !== null && `${count(row.value)}, `}
              {row.resolvedAt && day(dayIn(row.resolvedAt, timeZone))}, {row.resolvedBy ?? "company data"}
            </span>
          </>
        )}
      </div>
    </li>
  );
}

const NoForecasts = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <Empty title="No matches" actions={<Button onClick={onClear}>Show all forecasts</Button>}>
      No forecast matches these filters.
    </Empty>
  ) : (
    <Empty
      title="No forecasts yet"
      actions={
        <Link href="/decisions" className={buttonClass()}>
          Show decisions
        </Link>
      }
    >
      Every approved proposal has an early sign and a final forecast. They appear here with their due days.
    </Empty>
  );
