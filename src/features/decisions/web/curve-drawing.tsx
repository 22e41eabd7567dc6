import type { z } from "zod";
import type { Currency } from "#contract/words.ts";
import type { curve } from "#features/decisions/contract.ts";
import { money, shortMoney } from "#ui/format.ts";
import { spreadLabels, axisMonths, gridLines, breakEvenMonth, range } from "./curve-scale.ts";

export type Curve = z.infer<typeof curve>;

type Props = { curves: readonly Curve[]; width: number; currency: Currency; label: string };

/** Labels at the end of each curve replace a legend. */
export function CurveDrawing({ curves, width, currency, label }: Props) {
  const narrow = width < 560;
  const height = narrow ? 220 : 250;
  const edge = { left: narrow ? 50 : 56, right: narrow ? 66 : 172, top: 18, bottom: 34 };
  const all = curves.flatMap((curve) => curve.values);
  const [low, high] = range(Math.min(0, ...all), Math.max(0, ...all));
  const last = Math.max(...curves.map((curve) => curve.values.length)) - 1;
  const x = (month: number) => edge.left + (month / Math.max(last, 1)) * (width - edge.left - edge.right);
  const y = (value: number) => edge.top + (1 - (value - low) / (high - low || 1)) * (height - edge.top - edge.bottom);
  const path = (values: readonly number[]) =>
    values.map((value, month) => `${month ? "L" : "M"}${x(month).toFixed(1)} ${y(value).toFixed(1)}`).join("");

  // The proposed line is drawn last, on top.
  const order = curves.toSorted((a, b) => Number(a.proposed) - Number(b.proposed));
  const labels = spreadLabels(
    order.map((curve) => y(curve.values.at(-1) ?? 0)),
    16,
    height - edge.bottom,
  );
  const proposed = curves.find((curve) => curve.proposed);
  const breakEven = proposed ? breakEvenMonth(proposed.values) : null;
  return (
    <svg
      width={width}
      height={height}
      role="img"
      aria-label={label}
      className="block overflow-visible text-xs [&_text]:fill-ink-3 [&_text]:tabular-nums"
    >
      {gridLines(low, high).map((value) => (
        <g key={value}>
          <line
            x1={edge.left}
            x2={width - edge.right}
            y1={y(value)}
            y2={y(value)}
            stroke={value === 0 ? "var(--line-control)" : "var(--line)"}
          />
          <text x={edge.left - 8} y={y(value) + 4} textAnchor="end">
            {shortMoney(value, currency)}
          </text>
        </g>
      ))}
      {axisMonths(last).map((month) => (
        <text key={month} x={x(month)} y={height - 6} textAnchor="middle">
          {month === 0 ? "Start" : month}
        </text>
      ))}
      {order.map((curve, index) => {
        const end = curve.values.at(-1) ?? 0;
        const colour = curve.proposed ? "var(--accent)" : "var(--ink-3)";
        return (
          <g key={curve.name}>
            <path d={path(curve.values)} stroke={colour} strokeWidth={curve.proposed ? 2 : 1.25} fill="none" />
            <circle cx={x(curve.values.length - 1)} cy={y(end)} r={curve.proposed ? 3 : 2.25} fill={colour} />
            <text
              x={x(curve.values.length - 1) + (narrow ? 7 : 10)}
              y={(labels[index] ?? 0) + 4}
              style={{ fill: curve.proposed ? "var(--ink)" : "var(--ink-2)", fontWeight: curve.proposed ? 500 : 400 }}
            >
              {money(end, currency)}
              {!narrow && (
                <tspan dx={6} style={{ fill: "var(--ink-3)", fontWeight: 400 }}>
                  {curve.name}
                </tspan>
              )}
            </text>
          </g>
        );
      })}
      {proposed && breakEven !== null && (
        <>
          <circle
            cx={x(breakEven)}
            cy={y(proposed.values[breakEven] ?? 0)}
            r={3.5}
            fill="var(--canvas)"
            stroke="var(--accent)"
            strokeWidth={2}
          />
          <text
            x={x(breakEven) - 8}
            y={y(proposed.values[breakEven] ?? 0) - 9}
            textAnchor="end"
            style={{ fill: "var(--ink)" }}
          >
            {narrow ? `Month ${breakEven}` : `Breaks even in month ${breakEven}`}
          </text>
        </>
      )}
    </svg>
  );
}
