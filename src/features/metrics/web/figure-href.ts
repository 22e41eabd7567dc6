import { exploreHref } from "#contract/query.ts";
import { isTarget } from "#features/metrics/rules.ts";

/** What adds up over days; of everything else only the latest value says something. */
const flows = /^(?:daily|weekly|monthly)_|revenue|sales|orders|visits|sign_?ups|leads|refunds|expenses|costs?$|spend/;

export const figureMeasure = (name: string): { of: "sum" | "latest"; field: null } => ({
  of: flows.test(name) && !isTarget(name) ? "sum" : "latest",
  field: null,
});

/** Opens a figure by month in Explore, the latest month first. */
export const figureHref = (name: string): string =>
  exploreHref({
    subject: "figures",
    filters: [{ field: "name", test: "is", values: [name] }],
    groupBy: { field: "day", unit: "month" },
    measure: figureMeasure(name),
    order: "last",
    limit: 24,
  });
