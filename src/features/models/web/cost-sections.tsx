import { useState } from "react";
import { formatModelCost } from "#contract/format.ts";
import type { ModelSettings } from "#features/models/contract.ts";
import { cell, heading, right, wide } from "#features/models/web/settings-table.ts";
import { count, percent, plural, sentenceCase } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";

export function Agents({ usage: { agents } }: Pick<ModelSettings, "usage">) {
  if (agents.length === 0) return null;
  return (
    <Section title="Cost per agent" note="this month">
      <table className="w-full">
        <thead>
          <tr>
            <th className={heading}>Agent</th>
            <th className={`${heading} ${wide} text-right`}>Calls</th>
            <th className={`${heading} text-right`}>Cost</th>
            <th className={`${heading} ${wide} text-right`}>Budget</th>
            <th className={`${heading} w-24 md:w-40`}>Used</th>
          </tr>
        </thead>
        <tbody>
          {agents.map(({ agentId, name, role, calls, usd, counted, limit }) => (
            <tr key={agentId}>
              <td className={cell}>
                <span className="flex items-center gap-2">
                  <AgentBadge role={role} />
                  <span className="min-w-0 wrap-anywhere">
                    <strong className="font-medium">{name}</strong> <span className="text-ink-3">{role}</span>
                  </span>
                </span>
              </td>
              <td className={`${cell} ${wide} ${right}`}>{count(calls)}</td>
              <td className={`${cell} ${right} font-medium`}>{formatModelCost(usd)}</td>
              <td className={`${cell} ${wide} ${right}`}>{formatModelCost(limit)}</td>
              <td className={cell}>
                <Used counted={counted} limit={limit} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

/** The used part of a limit; amber from 80%. */
function Used({ counted, limit }: { counted: number; limit: number }) {
  const share = limit > 0 ? Math.min(1, counted / limit) : counted > 0 ? 1 : 0;
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className="h-1.5 min-w-10 flex-1 rounded-[2px] bg-pressed">
        <span
          className={`block h-full rounded-[2px] ${share >= 0.8 ? "bg-dot-warning" : "bg-ink-3"}`}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      <span className="num w-10 text-right text-sm">{percent(Math.floor(share * 100))}</span>
    </span>
  );
}

type BudgetProps = Pick<ModelSettings, "budget"> & { today: string; onChange: (() => void) | undefined };

/** The first days of a month are too few for a forecast. */
const minPaceDays = 3;

/** The month's cost at the pace so far; null at its start. */
function paceOf(counted: number, today: string): number | null {
  const [year = 0, month = 0, day = 0] = today.split("-").map(Number);
  return day < minPaceDays || counted === 0 ? null : (counted / day) * new Date(Date.UTC(year, month, 0)).getUTCDate();
}

export function Budget({ budget, today, onChange }: BudgetProps) {
  const { company, agent, counted, reserved } = budget;
  const pace = paceOf(counted, today);
  return (
    <Section
      title="Company budget"
      actions={
        onChange && (
          <Button small look="quiet" onClick={onChange}>
            {counted >= company ? "Raise limit" : "Change"}
          </Button>
        )
      }
    >
      <div className="grid gap-2 border-t border-line pt-3">
        <p>
          <strong className="num text-xl font-semibold">{formatModelCost(counted)}</strong>{" "}
          <span className="text-ink-2">of {formatModelCost(company)} this month</span>
        </p>
        <Used counted={counted} limit={company} />
        {pace !== null && <p className="text-sm text-ink-2">At this pace the month ends at {formatModelCost(pace)}.</p>}
        {reserved > 0 && (
          <p className="text-sm text-ink-3">{formatModelCost(reserved)} is reserved for calls under way.</p>
        )}
        <p className="text-sm text-ink-3">
          Each agent has {formatModelCost(agent)}. At a limit, model calls stop and agents work by rules. You are
          notified.
        </p>
      </div>
    </Section>
  );
}

type Usage = ModelSettings["usage"];
const groupings = ["day", "purpose", "model"] as const;

/** What the month's calls cost per day as a chart, per purpose and per model as a table with bars. */
export function Costs({ usage }: { usage: Usage }) {
  const [by, setBy] = useState<(typeof groupings)[number]>("day");
  const total = usage.days.reduce((sum, { calls }) => sum + calls, 0);
  const rows =
    by === "model"
      ? usage.engines.map(({ engine, ...rest }) => ({ name: engine, ...rest }))
      : usage.purposes.map(({ purpose, ...rest }) => ({ name: sentenceCase(purpose), failed: 0, unknown: 0, ...rest }));
  return (
    <Section
      title={`Cost per ${by}`}
      note={plural(total, "call")}
      actions={
        <Segmented
          label="Cost per"
          options={groupings.map((value) => ({ value, label: sentenceCase(value) }))}
          value={by}
          onChange={setBy}
        />
      }
    >
      {by === "day" ? <Days usage={usage} /> : <Bars by={by} rows={rows} />}
    </Section>
  );
}

type Row = { name: string; calls: number; usd: number; failed: number; unknown: number };

function Bars({ by, rows }: { by: string; rows: readonly Row[] }) {
  const most = Math.max(...rows.map(({ usd }) => usd), 0.000001);
  return (
    <table className="w-full">
      <thead>
        <tr>
          <th className={heading}>{sentenceCase(by)}</th>
          <th className={`${heading} text-right`}>Calls</th>
          <th className={`${heading} text-right`}>Cost</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, calls, usd, failed, unknown }) => (
          <tr key={name}>
            <td className={`${cell} wrap-anywhere`}>
              {name}
              {failed > 0 && <p className="text-sm text-ink-3">{count(failed)} failed</p>}
              {unknown > 0 && <p className="text-sm text-ink-3">{count(unknown)} of unknown cost</p>}
              <span aria-hidden className="mt-1 block h-1.5 rounded-[2px] bg-pressed">
                <span className="block h-full rounded-[2px] bg-ink-3" style={{ width: `${(usd / most) * 100}%` }} />
              </span>
            </td>
            <td className={`${cell} ${right}`}>{count(calls)}</td>
            <td className={`${cell} ${right} font-medium`}>{formatModelCost(usd)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Days({ usage: { days, month } }: { usage: Usage }) {
  const most = Math.max(...days.map(({ usd }) => usd), 0);
  const all = Array.from({ length: 31 }, (_, at) => `${month}-${String(at + 1).padStart(2, "0")}`).filter(
    (day) => !Number.isNaN(Date.parse(day)) && day.slice(0, 7) === new Date(day).toISOString().slice(0, 7),
  );
  return (
    <>
      <div
        role="img"
        aria-label={days.map(({ day, usd }) => `${day}: ${formatModelCost(usd)}`).join(", ")}
        className="flex h-28 items-end gap-px border-b border-line-control"
      >
        {all.map((day) => {
          const usd = days.find((one) => one.day === day)?.usd ?? 0;
          return (
            <span
              key={day}
              title={`${day}: ${formatModelCost(usd)}`}
              className="min-w-0 flex-1 bg-ink-3"
              style={{ height: `${usd > 0 ? Math.max(3, (usd / most) * 100) : 0}%` }}
            />
          );
        })}
      </div>
      <p className="num flex justify-between pt-1 text-xs text-ink-3" aria-hidden>
        <span>1</span>
        <span>{most > 0 ? `highest ${formatModelCost(most)}` : "no cost"}</span>
        <span>{all.length}</span>
      </p>
    </>
  );
}
