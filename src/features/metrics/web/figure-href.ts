import { exploreHref, type QueryInput } from "#contract/query.ts";
import { isTarget } from "#features/metrics/rules.ts";

/** Metrics that are summed over days; of others only the latest value is meaningful. */
const flows = /^(?:daily|weekly|monthly)_|revenue|sales|orders|visits|sign_?ups|leads|refunds|expenses|costs?$|spend/;

export const figureMeasure = (name: string): { of: "sum" | "latest"; field: null } => ({
  of: flows.test(name) && !isTarget(name) ? "sum" : "latest",
  field: null,
});

/** A figure by month, the latest month first. */
export const figureQuery = (name: string): QueryInput => ({
  subject: "figures",
  filters: [{ field: "name", test: "is", values: [name] }],
  groupBy: { field: "day", unit: "month" },
  measure: figureMeasure(name),
  order: "last",
  limit: 24,
});

/** Opens a figure by month in Explore. */
export const figureHref = (name: string): string => exploreHref(figureQuery(name));
