import { pluralize } from "#contract/format.ts";
import { exploreHref, type Query } from "#contract/query.ts";
import { type Line, toLine } from "#contract/report.ts";
import type { AnswerParts } from "./parts.ts";

/** Turns a query for a share into one that counts its rows. */
const countMeasure: Pick<Query, "measure" | "part"> = { measure: { of: "count", field: null }, part: [] };

/** "18.3% of 120 invoices are overdue: 22." */
export function shareHeadline(parts: AnswerParts): Line {
  const { result, subject, conditions, noun, addFigure, addTotal, ending } = parts;
  const { query, total } = result;
  const share = addTotal();
  const base = pluralize(total.rows, noun(1), noun(2));
  const part = partOf(parts);
  const field = subject.fields.find(({ name }) => name === query.measure.field);
  if (field)
    return [...toLine`${share} of the ${field.label.toLowerCase()} of ${base} ${part}${conditions}`, ...ending()];
  const matching = Math.round((total.value ?? 0) * total.rows);
  const plain: Query = { ...query, ...countMeasure, filters: [...query.filters, ...query.part] };
  const amount = addFigure(`${result.title}: rows`, matching, {
    of: "count",
    href: exploreHref(plain),
  });
  return [...toLine`${share} of ${base}${conditions}: ${amount} ${part}`, ...ending()];
}

/** The condition of the share, which the title has after the name of the rows. */
function partOf({ result, subject, isFigure, figureName }: AnswerParts): string {
  const [name = ""] = result.title.split(": ");
  const rowsName = isFigure ? figureName.replaceAll("_", " ") : subject.many;
  return name.slice(name.indexOf(rowsName) + rowsName.length + 1).replace("that are ", "");
}
