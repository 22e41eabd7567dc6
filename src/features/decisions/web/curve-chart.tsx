import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { useCompany } from "#features/accounts/web/queries.ts";
import { money } from "#ui/format.ts";
import { cx } from "#ui/kit/cx.ts";
import { type Curve, CurveDrawing } from "./curve-drawing.tsx";
import { breakEvenMonth } from "./curve-scale.ts";
import { useWidth } from "#ui/use-width.ts";

/** The chart, and a table with every value. */
export function CurveChart({ curves, title }: { curves: readonly Curve[]; title: string }) {
  const { currency } = useCompany();
  const { frame, width } = useWidth();
  const [table, setTable] = useState(false);

  const months = Math.max(...curves.map((curve) => curve.values.length));
  const others = curves.filter((curve) => !curve.proposed).map((curve) => curve.name);
  const summaries = curves.map((curve) => {
    const breakEven = breakEvenMonth(curve.values);
    return `${curve.name} ends at ${money(curve.values.at(-1) ?? 0, currency)}${breakEven === null ? "" : ` and breaks even in month ${breakEven}`}`;
  });
  return (
    <figure className="mt-6">
      <figcaption className="text-sm">
        <span className="font-medium">{title}</span> <span className="text-ink-3">by month after start</span>
      </figcaption>
      <div ref={frame} className={cx("mt-2", width < 560 ? "h-[220px]" : "h-[250px]")}>
        {width > 0 && (
          <CurveDrawing
            curves={curves}
            width={width}
            currency={currency}
            label={`${title} by month: ${summaries.join("; ")}.`}
          />
        )}
      </div>
      {width > 0 && width < 560 && others.length > 0 && (
        <p className="text-xs text-ink-3">Blue-green: as proposed. Gray: {others.join(", ")}.</p>
      )}
      <button
        type="button"
        aria-expanded={table}
        onClick={() => setTable(!table)}
        className="inline-flex min-h-6 items-center gap-1 rounded-badge pt-1.5 text-sm font-medium text-accent hover:underline"
      >
        <ChevronRight
          size={14}
          strokeWidth={1.75}
          aria-hidden
          className={cx("transition-transform", table && "rotate-90")}
        />
        Show as table
      </button>
      {table && (
        <div
          role="region"
          aria-label={`${title}, as a table`}
          tabIndex={0}
          className="mt-2 max-h-[400px] overflow-auto"
        >
          <table>
            <thead>
              <tr>
                <th scope="col">Month</th>
                {curves.map((curve) => (
                  <th key={curve.name} scope="col" className="text-right!">
                    {curve.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {Array.from({ length: months }, (_, month) => (
                <tr key={month}>
                  <td className="num h-7!">{month === 0 ? "Start" : month}</td>
                  {curves.map((curve) => (
                    <td key={curve.name} className="num h-7! text-right">
                      {curve.values[month] === undefined ? "" : money(curve.values[month], currency, "cents")}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </figure>
  );
}
