import { percent, pluralize, shortDay } from "#contract/format.ts";
import { exploreHref, type Query, type QueryGroup, type QueryResult, type QuerySubject } from "#contract/query.ts";
import { type Figure, type Line, toLine } from "#contract/report.ts";

/** Fields a total is broken down by, the most informative first. */
const dimensions = [
  "customerName",
  "vendorName",
  "category",
  "channel",
  "ownerName",
  "agent",
  "agentName",
  "role",
  "kind",
  "stage",
  "priority",
  "status",
  "weekday",
] as const;
const maxParts = 3;
const maxGroups = 200;

const unitOf: Record<QueryResult["unit"], Figure["unit"]> = {
  count: "count",
  money: "money",
  number: "score",
  share: "share",
  days: "days",
  hours: "hours",
};

/** The query that breaks a total down; null if it does not add up or its rows have no field to group by. */
export function breakdownOf(query: Query, { fields }: QuerySubject): Query | null {
  if (query.measure.of !== "sum" && query.measure.of !== "count") return null;
  const isBills = query.filters.some(({ values }) => ["bills", "payable", "overdueBills"].includes(String(values[0])));
  const field = dimensions.find(
    (name) =>
      !(isBills && name === "customerName") &&
      fields.some((one) => one.name === name && one.type !== "view") &&
      !query.filters.some((filter) => filter.field === name && filter.test === "is" && filter.values.length === 1),
  );
  if (!field) return null;
  const compare = query.period ? (query.compare ?? "previous") : null;
  return { ...query, groupBy: { field, unit: null }, compare, order: "largest", limit: maxGroups };
}

/** Describes which groups make up a total or changed it most; null if there are none. */
export function explainTotal(result: QueryResult, subject: QuerySubject): { line: Line; figures: Figure[] } | null {
  const { query, total, compared, period, groups } = result;
  if (!groups || total.value === null || total.rows === 0) return null;
  const figures: Figure[] = [];
  const figure = (label: string, value: number, href = exploreHref(query)): Figure => {
    const made: Figure = {
      id: `w${figures.length + 1}`,
      label,
      value,
      unit: unitOf[result.unit],
      currency: result.unit === "money" ? result.currency : null,
      range: null,
      formula: null,
      source: { label: pluralize(total.rows, subject.one, subject.many), href, asOf: result.asOf },
    };
    figures.push(made);
    return made;
  };
  const by = subject.fields.find(({ name }) => name === query.groupBy?.field)?.label.toLowerCase() ?? "group";
  const joinParts = (parts: readonly QueryGroup[], describe: (group: QueryGroup) => Line): Line =>
    parts.flatMap((group, at) => [at === 0 ? "" : at === parts.length - 1 ? " and " : ", ", ...describe(group)]);
  // Before the first record a total is unknown, not zero.
  const dataStart = compared && result.data && compared.from < result.data.from ? result.data.from : null;
  if (!compared || total.previous === null || dataStart) {
    const parts = groups.filter(({ value }) => (value ?? 0) > 0).slice(0, maxParts);
    const whole = total.value;
    if (parts.length === 0) return null;
    const describePart = (group: QueryGroup): Line =>
      toLine`${group.label} with ${figure(group.label, group.value ?? 0, group.href)} (${percent(((group.value ?? 0) / whole) * 100, 0)})`;
    const start = toLine`${figure(result.title, whole)} by ${by}: `;
    const end = dataStart
      ? ` The data begins on ${shortDay(dataStart)}, so there is nothing earlier to compare it with.`
      : "";
    return {
      line: [
        ...start,
        ...joinParts(parts, describePart),
        `. The records show what it is made of, not what caused it.${end}`,
      ],
      figures,
    };
  }
  const change = total.value - total.previous;
  const now = period?.label ?? "now";
  if (change === 0)
    return {
      line: toLine`It did not change: ${figure(result.title, total.value)} in ${now} and in ${compared.label}.`,
      figures,
    };
  const changeOf = ({ value, previous }: QueryGroup): number => (value ?? 0) - (previous ?? 0);
  const word = change > 0 ? "more" : "less";
  const parts = groups
    .filter((group) => Math.sign(changeOf(group)) === Math.sign(change))
    .toSorted((one, other) => Math.abs(changeOf(other)) - Math.abs(changeOf(one)))
    .slice(0, maxParts);
  const opposite = groups
    .filter((group) => Math.sign(changeOf(group)) === -Math.sign(change))
    .toSorted((one, other) => Math.abs(changeOf(other)) - Math.abs(changeOf(one)))[0];
  const describePart = (group: QueryGroup): Line =>
    toLine`${group.label} with ${figure(`${group.label}, change`, Math.abs(changeOf(group)), group.href)} ${word}`;
  const start = toLine`${figure(result.title, total.value)} in ${now} is ${figure("Change", Math.abs(change))} ${word} than in ${compared.label} (${figure(`The same, ${compared.label}`, total.previous)}). By ${by}: `;
  const other = opposite
    ? toLine`; ${opposite.label} had ${figure(`${opposite.label}, change`, Math.abs(changeOf(opposite)), opposite.href)} ${change > 0 ? "less" : "more"}`
    : [];
  return {
    line: [
      ...start,
      ...joinParts(parts, describePart),
      ...other,
      ". The records show where it changed, not what caused it.",
    ],
    figures,
  };
}
