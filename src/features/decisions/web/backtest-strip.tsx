import type { CSSProperties } from "react";
import { useCompany } from "#features/accounts/web/queries.ts";
import { aloneLimit } from "#features/authority/limits/rules.ts";
import { useLimits } from "#features/authority/web/queries.ts";
import type { Backtest, Strip } from "#features/decisions/backtest/contract.ts";
import { money, percent, plural, sentenceCase } from "#ui/format.ts";

/** The requests of one type by amount; changed ones are filled. */
export function StripDrawing({ strip, trial }: { strip: Strip; trial: Backtest }) {
  const { currency } = useCompany();
  const { decisionType, points, unit, count, changed } = strip;
  const format = (value: number) => (unit === "percent" ? percent(value) : money(value, currency));
  const marks = useMarks(strip, trial);
  const most = Math.max(1, ...points.map(({ amount }) => amount), ...marks.map(({ limit }) => limit)) * 1.04;
  const x = (value: number) => `${(value / most) * 100}%`;
  const limits = marks.map(({ limit }) => limit);
  const label = `${sentenceCase(decisionType)}: ${plural(count, "request")}, ${changed} answered differently`;
  return (
    <figure className="pt-4">
      <figcaption className="text-sm">
        <span className="font-medium">{sentenceCase(decisionType)}</span>{" "}
        <span className="text-ink-3">
          {plural(count, "request")}, {changed} answered differently
        </span>
      </figcaption>
      <div role="img" aria-label={label} className="relative mt-2 h-12 border-b border-line-strong">
        {marks.length === 2 && (
          <span
            className="absolute inset-y-0 bg-accent-wash"
            style={{ left: x(Math.min(...limits)), right: `calc(100% - ${x(Math.max(...limits))})` }}
          />
        )}
        {marks.map(({ side, limit }) => (
          <span
            key={side}
            className={`absolute inset-y-0 w-px ${side === "to" ? "bg-ink" : "bg-line-control"}`}
            style={{ left: x(limit) }}
          />
        ))}
        {points.map(({ amount, isChanged, ending }, at) => {
          const isBad = ["notHeld", "undone", "rejected"].includes(ending);
          const look = !isChanged
            ? "bg-dot-idle"
            : isBad
              ? "bg-dot-danger"
              : ending === "open"
                ? "border border-accent-fill"
                : "bg-accent-fill";
          return (
            <span
              key={at}
              className={`absolute top-4 size-2 -translate-x-1/2 rounded-full ${look}`}
              style={{ left: x(amount) }}
            />
          );
        })}
      </div>
      <Scale marks={marks} most={most} format={format} />
      <ul className="flex flex-wrap gap-x-4 pt-1 text-xs text-ink-3">
        <Legend look="bg-accent-fill">changed, held</Legend>
        <Legend look="border border-accent-fill">changed, not known yet</Legend>
        <Legend look="bg-dot-danger">changed, ended badly</Legend>
        <Legend look="bg-dot-idle">not changed</Legend>
      </ul>
    </figure>
  );
}

type Mark = { side: "from" | "to"; limit: number };

/** What the agent may do alone under the limits that apply and under the draft; one mark where both are the same. */
function useMarks({ role, decisionType, unit }: Strip, { differences }: Backtest): Mark[] {
  const { currency } = useCompany();
  const agent = useLimits().data?.find((one) => one.role === role);
  const found =
    differences.find((one) => one.role === role && one.decisionType === decisionType) ??
    differences.find((one) => one.role === role && one.decisionType === null);
  if (!agent || !found) return [];
  const aloneAt = (side: Mark["side"]): Mark => {
    const policy = { ...found[side], role, version: agent.policyVersion };
    return { side, limit: aloneLimit({ ...agent, budget: agent.yearBudget }, policy, unit, currency).amount };
  };
  const [from, to] = [aloneAt("from"), aloneAt("to")];
  return from.limit === to.limit ? [from] : [from, to];
}

/** Each limit below its mark; the ends only where they don't touch one. */
function Scale({ marks, most, format }: { marks: readonly Mark[]; most: number; format: (value: number) => string }) {
  const shares = marks.map(({ limit }) => limit / most);
  const [first = 0, second = 1] = shares;
  const isClose = marks.length === 2 && Math.abs(first - second) < 0.3;
  const place = (share: number) =>
    share < 0.15 ? "left-0" : share > 0.85 ? "right-0" : "-translate-x-1/2 left-(--at)";
  return (
    <div className={`num relative mt-1 text-xs text-ink-3 ${isClose ? "h-9" : "h-[18px]"}`}>
      {shares.every((share) => share > 0.2) && <span className="absolute left-0">{format(0)}</span>}
      {shares.every((share) => share < 0.7) && <span className="absolute right-0">{format(most)}</span>}
      {marks.map(({ side, limit }) => (
        <span
          key={side}
          style={{ "--at": `${(limit / most) * 100}%` } as CSSProperties}
          className={`absolute whitespace-nowrap ${place(limit / most)} ${side === "to" ? "font-medium text-ink" : ""} ${isClose && side === "to" ? "top-[18px]" : "top-0"}`}
        >
          {format(limit)} {side === "to" ? "new" : "now"}
        </span>
      ))}
    </div>
  );
}

const Legend = ({ look, children }: { look: string; children: string }) => (
  <li className="flex items-center gap-1.5">
    <span aria-hidden className={`size-2 rounded-full ${look}`} />
    {children}
  </li>
);
