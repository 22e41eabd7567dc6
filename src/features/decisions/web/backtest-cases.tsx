import { Link } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { BacktestCase } from "#features/decisions/backtest/contract.ts";
import { sentenceCase, shortDate } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Dot, type DotTone } from "#ui/kit/marks.tsx";
import { PagedRows } from "#ui/kit/paged-rows.tsx";
import { useBacktestCases } from "./backtest-queries.ts";
import { describeExposure } from "./format.ts";

const verdicts = { allow: "Runs alone", ask: "Asks you", deny: "Not allowed" } as const;
const endings: Record<BacktestCase["ending"], { word: string; tone: DotTone }> = {
  held: { word: "Held", tone: "success" },
  notHeld: { word: "Not held", tone: "danger" },
  undone: { word: "Undone", tone: "danger" },
  rejected: { word: "Rejected", tone: "danger" },
  open: { word: "Not known yet", tone: "idle" },
};

/** What would be answered differently, with both answers and why. */
export function ChangedCases({ id, base }: { id: string; base: number }) {
  const list = useBacktestCases(id, "changed");
  return (
    <div className="pt-4">
      <h3 className="pb-2 text-sm font-medium">Changed cases</h3>
      <PagedRows list={list} fault="Couldn't load the cases" empty={null}>
        {(row) => (
          <li key={row.id} className="border-b border-line py-2.5 text-sm">
            <Head row={row} />
            {row.now && row.tried && (
              <dl className="grid gap-x-3 pt-1 text-ink-2 sm:grid-cols-[92px_minmax(0,1fr)]">
                <dt className="text-ink-3">Version {base}</dt>
                <dd>
                  {verdicts[row.now.verdict]}. <span className="text-ink-3">{row.now.reasons.join(". ")}</span>
                </dd>
                <dt className="text-ink-3">Draft</dt>
                <dd>
                  <span className="font-medium text-ink">{verdicts[row.tried.verdict]}.</span>{" "}
                  <span className="text-ink-3">{row.tried.reasons.join(". ")}</span>
                </dd>
              </dl>
            )}
          </li>
        )}
      </PagedRows>
    </div>
  );
}

export function UnjudgedCases({ id, count }: { id: string; count: number }) {
  const list = useBacktestCases(id, "unjudged");
  return (
    <div className="pt-4">
      <h3 className="pb-2 text-sm font-medium">
        Cannot be judged <span className="num font-normal text-ink-3">{count}</span>
      </h3>
      <PagedRows list={list} fault="Couldn't load the cases" empty={null}>
        {(row) => (
          <li key={row.id} className="border-b border-line py-2.5 text-sm">
            <Head row={row} />
            <p className="pt-1 text-ink-3">{row.fault}</p>
          </li>
        )}
      </PagedRows>
    </div>
  );
}

function Head({ row }: { row: BacktestCase }) {
  const { currency, timeZone } = useCompany();
  const { word, tone } = endings[row.ending];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <AgentBadge role={row.role} />
      <span className="min-w-0 font-medium">
        {row.decisionId ? (
          <Link href={`/decisions/${row.decisionId}`} className="text-ink">
            {row.title}
          </Link>
        ) : (
          row.title
        )}
      </span>
      <span className="text-ink-3">
        {row.agentName}, {sentenceCase(row.decisionType).toLowerCase()}, {shortDate(row.at, timeZone)}
      </span>
      <span className="num ml-auto">{describeExposure(row.exposure, currency)?.figure}</span>
      <span className="flex items-center gap-1.5 text-ink-2">
        <Dot tone={tone} /> {word}
      </span>
    </div>
  );
}
