import { Download } from "lucide-react";
import { useMemo, useState } from "react";
import { useSearchParams } from "wouter";
import { agentRoleIds } from "#contract/roles.ts";
import type { Currency } from "#contract/words.ts";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import { type Figures, policyFigures } from "#features/authority/contract.ts";
import { type LimitChange, limitChange, saveVersion } from "#features/authority/versions/contract.ts";
import { changing, differences as differencesOf, limitsFor } from "#features/authority/versions/rules.ts";
import { Differences, DraftCard } from "#features/authority/web/draft-parts.tsx";
import { LimitDialog } from "#features/authority/web/limit-dialog.tsx";
import { limitKey, withChange } from "#features/authority/web/limit-words.ts";
import { type LimitPlace, LimitsTable } from "#features/authority/web/limits-table.tsx";
import { usePolicies, useVersion } from "#features/authority/web/queries.ts";
import { VersionList } from "#features/authority/web/version-list.tsx";
import { BacktestPanel, describeFinding } from "#features/decisions/web/backtest-panel.tsx";
import { useBacktest } from "#features/decisions/web/backtest-queries.ts";
import { useDecisionTypes } from "#features/decisions/web/queries.ts";
import { Reviewers } from "#features/decisions/web/review-record.tsx";
import { plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Page, PageHead, SplitColumns } from "#ui/kit/page.tsx";
import { useOneColumn } from "#ui/narrow.ts";
import { save } from "#ui/save.ts";

const figureKeys = Object.keys(policyFigures.shape) as (keyof Figures)[];

/** The change a link proposes; null if it names none. */
function changeIn(search: URLSearchParams): LimitChange | null {
  if (!figureKeys.every((name) => search.has(name))) return null;
  const figures = figureKeys.map((name) => [name, search.get(name) === "" ? null : Number(search.get(name))]);
  const role = agentRoleIds.find((id) => id === search.get("role"));
  const parsed = limitChange.safeParse({
    role,
    decisionType: search.get("type"),
    figures: Object.fromEntries(figures),
  });
  return parsed.success ? parsed.data : null;
}

/** Downloads the version that applies, with what each agent may do under it. */
function saveLimits(
  { version, policies, limits }: NonNullable<ReturnType<typeof usePolicies>["data"]>,
  currency: Currency,
) {
  const text = JSON.stringify({ version, currency, policies, agents: limits }, null, 2);
  save(`limits-version-${version}.json`, [`${text}\n`], "application/json");
}

export default function PoliciesPage() {
  const { data, error } = usePolicies();
  const { currency } = useCompany();
  const types = useDecisionTypes().data ?? [];
  const [search, setSearch] = useSearchParams();
  const may = useMay(saveVersion);
  const [draft, setDraft] = useState<LimitChange[]>(() => {
    const proposed = changeIn(search);
    return proposed ? [proposed] : [];
  });
  const [editing, setEditing] = useState<LimitPlace | null>(null);
  const [choice, setChoice] = useState<{ days: number; assumption: "as it was" | "execute" }>({
    days: 90,
    assumption: search.get("assume") === "execute" ? "execute" : "as it was",
  });
  const limits = useMemo(() => data?.policies ?? [], [data]);
  const drafted = useMemo(() => changing(limits, draft), [limits, draft]);
  const budgets = new Map(data?.limits.map((agent) => [agent.role, agent.yearBudget]));
  const differences = differencesOf(limits, drafted, budgets);
  const isDraft = may && draft.length > 0 && data !== undefined;
  const backtest = useBacktest(isDraft ? { base: data.version, changes: draft, ...choice } : null);
  const oneColumn = useOneColumn();
  const compared = search.get("version");
  const compare = (version: number | null) =>
    setSearch(version === null ? {} : { version: String(version) }, { replace: true });
  const done = (): void => {
    setDraft([]);
    setSearch({}, { replace: true });
  };
  const result = backtest.trial?.result;
  const card = isDraft && (
    <DraftCard
      base={data.version}
      draft={draft}
      differences={differences}
      finding={result ? describeFinding(result) : null}
      onDone={done}
    />
  );
  const figures = editing && limitsFor(drafted, editing.role, editing.decisionType);
  return (
    <Page title="Limits and policies">
      <PageHead
        title="Limits and policies"
        actions={
          data && (
            <Button look="quiet" onClick={() => saveLimits(data, currency)}>
              <Download size={15} strokeWidth={1.75} aria-hidden />
              Export
            </Button>
          )
        }
      >
        {data
          ? isDraft
            ? `Version ${data.version} applies. Your draft changes ${plural(differences.length, "limit")}; nothing changes until you save it.`
            : `Version ${data.version} applies. Every change is a version you can try first and roll back.`
          : "What your agents may decide, and what they may do alone."}
      </PageHead>
      {!data ? (
        <LoadingRows error={error} what="Couldn't load the limits" rows={8} />
      ) : (
        <SplitColumns
          main={
            <>
              {oneColumn && card}
              {compared && /^\d{1,9}$/.test(compared) && (
                <Compared version={compared} current={data.version} onClose={() => compare(null)} />
              )}
              {isDraft && (
                <>
                  <Differences
                    title={`Changes in version ${data.version + 1}`}
                    differences={differences}
                    names={[`Version ${data.version}`, "Draft"]}
                    onUndo={(one) => setDraft(draft.filter((change) => limitKey(change) !== limitKey(one)))}
                  />
                  <BacktestPanel trial={backtest.trial} error={backtest.error} choice={choice} onChoose={setChoice} />
                </>
              )}
              <LimitsTable
                version={isDraft ? data.version + 1 : data.version}
                limits={drafted}
                agents={data.limits}
                types={types}
                changed={new Set(differences.map(limitKey))}
                onEdit={may ? setEditing : null}
              />
            </>
          }
          rail={
            <>
              {!oneColumn && card}
              <VersionList current={data.version} shown={compared ? Number(compared) : null} onCompare={compare} />
              <Reviewers />
            </>
          }
          rest={null}
        />
      )}
      {editing && figures && (
        <LimitDialog
          role={editing.role}
          decisionType={editing.decisionType}
          figures={figures}
          isOwn={figures.decisionType === editing.decisionType}
          limit={data?.limits.find((agent) => agent.role === editing.role)}
          onChange={(change) => setDraft(withChange(draft, change))}
          onClose={() => setEditing(null)}
        />
      )}
    </Page>
  );
}

/** How an old version differs from the one that applies; of the newest, what it changed. */
function Compared({ version, current, onClose }: { version: string; current: number; onClose: () => void }) {
  const isCurrent = Number(version) === current;
  const { data, error } = useVersion(version, isCurrent ? undefined : String(current));
  if (!data) return <LoadingRows error={error} what={`Couldn't load version ${version}`} rows={2} />;
  const before = `Version ${data.against ?? 1}`;
  const close = (
    <Button small className="mt-2" onClick={onClose}>
      Close
    </Button>
  );
  if (data.changes.length === 0)
    return (
      <div className="text-sm text-ink-2">
        <p>
          {isCurrent
            ? `Version ${version} has the defaults.`
            : `Version ${version} has the same limits as ${before.toLowerCase()}.`}
        </p>
        {close}
      </div>
    );
  return (
    <div>
      <Differences
        title={
          isCurrent
            ? `Changed in version ${version}`
            : `Version ${version} against ${before.toLowerCase()}, which applies`
        }
        differences={data.changes}
        names={[before, `Version ${version}`]}
      />
      {close}
    </div>
  );
}
