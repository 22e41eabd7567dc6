import { sql } from "drizzle-orm";
import { metricSources } from "#features/metrics/contract.ts";
import { rankOf } from "#features/metrics/ranking/store.ts";
import type { Tx } from "#platform/context.ts";
import { queryField, type Subject, type Vocabulary } from "#platform/query/subject.ts";

/** What the files of a company head the columns with that its figures came from: "Net sales" is the daily revenue. */
async function headings(tx: Tx): Promise<Vocabulary> {
  const { rows } = await tx.db.execute<{ name: string; headings: string[] }>(sql`
    SELECT substr(c->>'field', 8) AS name, array_agg(DISTINCT c->>'column') AS headings
    FROM imports, json_array_elements(columns::json) c
    WHERE company_id = ${tx.company}::uuid AND status = 'done' AND c->>'field' LIKE 'figure:%' GROUP BY 1`);
  const choices = new Map(rows.map((one): [string, string[]] => [one.name, one.headings]));
  return new Map([["figures", { rows: [], fields: new Map(), choices: new Map([["name", choices]]) }]]);
}

/** Figures by day, of the metrics the query names. */
export const figureSubject: Subject = {
  id: "figures",
  one: "figure",
  many: "figures",
  from: (tx) =>
    sql`(SELECT DISTINCT ON (m.metric_name, m.measurement_date) m.* FROM company_metrics m
      LEFT JOIN metric_choices c ON c.company_id = m.company_id AND c.metric_name = m.metric_name
      WHERE m.company_id = ${tx.company}::uuid
      ORDER BY m.metric_name, m.measurement_date, ${rankOf(sql`m.source`, sql`c.source`)}) r`,
  fields: [
    queryField("name", "Figure", "choice", "r.metric_name"),
    queryField("value", "Value", "money", "r.metric_value"),
    queryField("day", "Day", "day", "r.measurement_date"),
    queryField("weekday", "Weekday", "choice", "trim(to_char(r.measurement_date, 'day'))", [
      "monday",
      "tuesday",
      "wednesday",
      "thursday",
      "friday",
      "saturday",
      "sunday",
    ]),
    queryField("currency", "Currency", "choice", "r.currency"),
    queryField("source", "Source", "choice", "r.source", metricSources),
  ],
  day: "day",
  amount: "value",
  columns: ["name", "value", "source"],
  search: ["name"],
  currency: () => sql`r.currency`,
  href: null,
  origin: null,
  isDaily: true,
  needs: "name",
  words: headings,
};
