import { sql } from "drizzle-orm";
import { betweenMark, type QueryField } from "#contract/query.ts";
import type { Subject, SubjectField } from "#platform/query/subject.ts";

/** The two days of such a name among the fields; null for any other name. */
function endsOf<Field extends Pick<QueryField, "name" | "type">>(fields: readonly Field[], name: string) {
  const [from, to] = name
    .split(betweenMark)
    .map((each) => fields.find((one) => one.name === each && one.type === "day"));
  return from && to ? { from, to } : null;
}

const labelOf = ({ from, to }: { from: { label: string }; to: { label: string } }): string =>
  `Days from ${from.label.toLowerCase()} to ${to.label.toLowerCase()}`;

/** The fields of a query among them, with the days between two of its days. */
export const withDaysBetween = (fields: readonly QueryField[], names: readonly string[]): QueryField[] => [
  ...fields,
  ...names.flatMap((name): QueryField[] => {
    const ends = endsOf(fields, name);
    return ends ? [{ name, label: labelOf(ends), type: "days", alsoCalled: [], choices: [] }] : [];
  }),
];

/** A subject with the days between two of its days that a query names. */
export const measuringBetween = (subject: Subject, names: readonly string[]): Subject => ({
  ...subject,
  fields: [
    ...subject.fields,
    ...names.flatMap((name): SubjectField[] => {
      const ends = endsOf(subject.fields, name);
      return ends
        ? [
            {
              name,
              label: labelOf(ends),
              type: "days",
              sql: (tx, today) => sql`((${ends.to.sql(tx, today)})::date - (${ends.from.sql(tx, today)})::date)`,
            },
          ]
        : [];
    }),
  ],
});
