import { EarnedLevels } from "#features/authority/web/levels.tsx";
import { AgentRecord } from "#features/decisions/web/agent-record.tsx";
import type { Identity, PerformanceMetrics } from "#features/identity/contract.ts";
import { tierNames } from "#features/identity/promotions/contract.ts";
import { count, nothing, percent, plural } from "#ui/format.ts";
import { Section } from "#ui/kit/section.tsx";
import { Sparkline } from "#ui/kit/sparkline.tsx";
import { PromotionCard } from "./promotion-card.tsx";
import { Tiles } from "./tiles.tsx";
import { Columns, right, wide } from "#ui/kit/columns.tsx";

const shown = (value: number | null, digits = 1) => (value === null ? nothing : percent(value, digits));

export function PerformanceTab({ identity }: { identity: Identity }) {
  const { performanceMetrics: metrics, profile } = identity;
  const { errors, finishedTasks } = metrics;
  const errorCount = errors.failedRuns + errors.reversals + errors.rejections;
  return (
    <div className="grid items-start gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_368px]">
      <div className="min-w-0">
        <Tiles
          tiles={[
            {
              name: "Performance",
              value: shown(metrics.score),
              title: metrics.formula,
              note:
                metrics.score === null
                  ? `Shown after 5 finished tasks; ${finishedTasks} done`
                  : "Updated after each finished task",
            },
            { name: "Tasks", value: count(finishedTasks), note: "Finished" },
            {
              name: "Error rate",
              value: shown(errors.rate),
              title: errors.formula,
              note: errors.interval
                ? `${errorCount} of ${finishedTasks}; 95% interval ${errors.interval[0]}–${errors.interval[1]}%`
                : "Needs a finished task",
            },
            {
              name: "Promotions",
              value: profile?.promotionCount ?? 0,
              note: profile && tierNames[profile.roleTier],
            },
          ]}
        />
        <Parts metrics={metrics} />
        <ErrorParts metrics={metrics} />
        <Weeks metrics={metrics} name={identity.agent.name} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8 md:gap-10">
          <AgentRecord agentId={identity.agent.id} />
          <Section title="Earned levels" note="what its record allows, by type of decision">
            <EarnedLevels agentId={identity.agent.id} />
          </Section>
        </div>
      </div>
      <PromotionCard identity={identity} />
    </div>
  );
}

function Parts({ metrics: { parts, score, formula } }: { metrics: PerformanceMetrics }) {
  return (
    <Section title="How performance is calculated" note="updated after each finished task" className="mb-8 md:mb-10">
      <div className="overflow-x-auto">
        <table>
          <Columns of={["Part", wide("From"), right("Score"), right("Weight"), right("Points")]} />
          <tbody>
            {parts.map((part) => (
              <tr key={part.id}>
                <td className="font-medium">
                  {part.label}
                  <span className="block text-xs font-normal text-ink-3 md:hidden">{part.from}</span>
                </td>
                <td className="text-ink-2 max-md:hidden">{part.from}</td>
                <td className="num text-right">{part.score ?? nothing}</td>
                <td className="num text-right text-ink-2">
                  {part.score === null ? (
                    <span title={`Its ${part.weight}% go to the other parts`}>shared</span>
                  ) : (
                    percent(part.applied, part.applied === part.weight ? 0 : 1)
                  )}
                </td>
                <td className="num text-right">{part.score === null ? nothing : part.points.toFixed(2)}</td>
              </tr>
            ))}
            <tr>
              <td className="font-semibold">Performance</td>
              <td className="text-ink-2 max-md:hidden">
                {score === null ? "Shown after 5 finished tasks" : "Sum of the points"}
              </td>
              <td className="text-right text-ink-3" colSpan={2}>
                sum
              </td>
              <td className="num text-right font-semibold">{shown(score)}</td>
            </tr>
          </tbody>
        </table>
      </div>
      <p className="mt-2 text-xs text-pretty text-ink-3">{formula}</p>
    </Section>
  );
}

const ErrorParts = ({ metrics: { errors, finishedTasks } }: { metrics: PerformanceMetrics }) => (
  <Section title="How the error rate is calculated" className="mb-8 md:mb-10">
    <p className="border-t border-line py-2.5 text-ink-2">
      ({plural(errors.failedRuns, "failed run")} + {plural(errors.reversals, "reversal")} +{" "}
      {plural(errors.rejections, "rejection")} with a reason) ÷ {plural(finishedTasks, "finished task")} ={" "}
      <span className="num font-medium text-ink">{shown(errors.rate, 2)}</span>
      {errors.interval && (
        <>
          . With {finishedTasks} tasks, the true rate lies between {errors.interval[0]}% and {errors.interval[1]}% (95%,
          Wilson).
        </>
      )}
    </p>
  </Section>
);

function Weeks({ metrics: { weeks }, name }: { metrics: PerformanceMetrics; name: string }) {
  if (weeks.length < 2) return null;
  return (
    <Section title="Performance by week" note="last 8 weeks" className="mb-8 md:mb-10">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line py-3">
        <Sparkline values={weeks.map(({ performance }) => performance)} label={`Performance of ${name} by week`} />
        <ol className="num flex flex-wrap gap-x-4 text-sm text-ink-2">
          {weeks.map(({ week, performance }) => (
            <li key={week}>
              <span className="text-ink-3">{week.slice(5)}</span> {percent(performance, 1)}
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}
