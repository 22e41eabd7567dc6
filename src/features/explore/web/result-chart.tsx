import type { QueryResult, QuerySubject } from "#contract/query.ts";
import { answerOf, isCompared, leadersOf, plainText } from "./answer.ts";
import { BarsChart } from "./bars-chart.tsx";
import { ColumnsChart } from "./columns-chart.tsx";
import { figureName, figureOf, groupNames, lower, measureHead } from "./words.ts";

/** The most bars drawn; the table below has all groups. */
const mostBars = 12;

export function ResultChart({ subject, result }: { subject: QuerySubject; result: QueryResult }) {
  const { groups, query, period, total } = result;
  const compared = isCompared(result) ? result.compared : null;
  if (!groups || total.rows === 0) return null;
  const unit = query.groupBy?.unit ?? null;
  const { leaders } = leadersOf(groups, query);
  const keys = new Set(leaders.length < groups.length ? leaders.map(({ key }) => key) : []);
  const drawn = compared ? groups : groups.map((group) => ({ ...group, previous: null }));
  const shown = unit
    ? drawn.filter(({ key }) => key !== null).toSorted((one, other) => (one.key ?? "").localeCompare(other.key ?? ""))
    : drawn.slice(0, mostBars);
  if (shown.length < 2) return null;
  const figure = figureOf(subject, query);
  const name = figure ? figureName(subject, figure) : measureHead(subject, query);
  const answer = answerOf(subject, result);
  const label = `${name} by ${lower(groupNames(subject, query).one)}. ${plainText(answer.lead)} The table below has every value.`;
  const notes = [
    period?.label ?? "all time",
    ...(compared ? [`with ${compared.label} as a line on each bar`] : []),
    ...(unit || groups.length <= mostBars ? [] : [`the first ${mostBars} of ${result.groupCount}`]),
  ];
  return (
    <figure>
      <figcaption className="mb-2 text-sm">
        <span className="font-medium">
          {name} by {lower(groupNames(subject, query).one)}
        </span>{" "}
        <span className="text-ink-3">{notes.join(", ")}</span>
      </figcaption>
      {unit ? (
        <ColumnsChart result={{ ...result, compared }} unit={unit} groups={shown} leaders={keys} label={label} />
      ) : (
        <BarsChart result={result} groups={shown} leaders={keys} label={label} />
      )}
    </figure>
  );
}
