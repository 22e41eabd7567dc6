import { sql } from "drizzle-orm";
import { metricSources } from "#features/metrics/contract.ts";
import { rankOf } from "#features/metrics/ranking/store.ts";
import { queryField, type Subject } from "#platform/query/subject.ts";

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
};
