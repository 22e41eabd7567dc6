import { sql } from "drizzle-orm";
import { metricSources } from "#features/metrics/contract.ts";
import { queryField, type Subject } from "#platform/query/subject.ts";

/** Best source first: only the best one of a day counts. */
const rank = sql.raw(`array_position(ARRAY[${metricSources.map((source) => `'${source}'`).join(", ")}], m.source)`);

/** Figures by day, of the metrics the query names. */
export const figureSubject: Subject = {
  id: "figures",
  one: "figure",
  many: "figures",
  from: (tx) =>
    sql`(SELECT DISTINCT ON (m.metric_name, m.measurement_date) m.* FROM company_metrics m
      WHERE m.company_id = ${tx.company}::uuid ORDER BY m.metric_name, m.measurement_date, ${rank}) r`,
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
};
