import { useCompany } from "#features/accounts/web/queries.ts";
import type { Backtest, Strip } from "#features/decisions/backtest/contract.ts";
import { money, percent, plural, sentenceCase } from "#ui/format.ts";

/** The requests of one type by amount; changed ones are filled. */
export function StripDrawing({ strip, trial }: { strip: Strip; trial: Backtest }) {
  const { currency } = useCompany();
  const { role, decisionType, points, unit, count, changed } = strip;
  const format = (value: number) => (unit === "percent" ? percent(value) : money(value, currency));
  const found =
    trial.differences.find((one) => one.role === role && one.decisionType === decisionType) ??
    trial.differences.find((one) => one.role === role && one.decisionType === null);
  const marks = (["from", "to"] as const).flatMap((side) => {
    const figures = found?.[side];
    const limit =
      unit === "percent"
        ? (figures?.aloneDiscountPercent ?? figures?.discountPercent)
        : (figures?.alone ?? figures?.perDecision);
    return typeof limit === "number" ? [{ side, limit }] : [];
  });
  const most = Math.max(1, ...points.map(({ amount }) => amount), ...marks.map(({ limit }) => limit)) * 1.04;
  const x = (value: number) => `${(value / most) * 100}%`;
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
        {marks.map(({ side, limit }) => (
          <span
            key={side}
            className={`absolute inset-y-0 w-px ${side === "to" ? "bg-ink" : "bg-line-strong"}`}
            style={{ left: x(limit) }}
            title={`${format(limit)} ${side === "to" ? "new" : "now"}`}
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
      <div className="num flex flex-wrap justify-between gap-x-4 pt-1 text-xs text-ink-3">
        <span>{format(0)}</span>
        {marks.map(({ side, limit }) => (
          <span key={side} className={side === "to" ? "font-medium text-ink" : ""}>
            {format(limit)} {side === "to" ? "new" : "now"}
          </span>
        ))}
        <span>{format(most)}</span>
      </div>
      <ul className="flex flex-wrap gap-x-4 pt-1 text-xs text-ink-3">
        <Legend look="bg-accent-fill">changed, held</Legend>
        <Legend look="border border-accent-fill">changed, not known yet</Legend>
        <Legend look="bg-dot-danger">changed, ended badly</Legend>
        <Legend look="bg-dot-idle">not changed</Legend>
      </ul>
    </figure>
  );
}

const Legend = ({ look, children }: { look: string; children: string }) => (
  <li className="flex items-center gap-1.5">
    <span aria-hidden className={`size-2 rounded-full ${look}`} />
    {children}
  </li>
);
