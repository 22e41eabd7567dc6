import type { Order, Query } from "#contract/query.ts";
import type { Draft } from "./draft.ts";
import { dayIn, groupOf } from "./fields.ts";
import { filtersIn, type Values } from "./filters.ts";
import { measureIn, shareOf, shareWords } from "./measure.ts";
import { rankIn } from "./rank.ts";
import { unusedIn } from "./unused.ts";

/** What a sentence changes in an existing query; null or empty where it changes nothing. */
export type Change = {
  filters: Query["filters"];
  period: Query["period"];
  day: string | null;
  groupBy: Query["groupBy"];
  /** "Which customers": the groups are asked for by name. */
  isNames: boolean;
  measure: Query["measure"] | null;
  /** "What share of them is overdue": the share of the existing rows that meet a condition. */
  share: (Pick<Query, "measure" | "part"> & { base: Query["filters"] }) | null;
  compare: Query["compare"];
  order: Order | null;
  limit: number | null;
  /** It asks for several rows, not one. */
  isPlural: boolean;
  unused: string[];
};

/** The changes a draft makes to a query of the same subject. */
export function changeOf(draft: Draft, values: Values): Change {
  const { sentence, subject, term, quantity } = draft;
  const rank = rankIn(sentence);
  rank?.use();
  const filters = filtersIn(draft, values, quantity?.field ?? null);
  const measure = measureIn(sentence, subject, term, quantity);
  const groupBy = groupOf(draft);
  const asksShare = sentence.take(shareWords);
  const share = asksShare && !groupBy ? shareOf(draft, filters, measure, asksShare) : null;
  const unused = unusedIn(draft);
  return {
    filters: filters.asked,
    period: draft.period,
    day: dayIn(draft, groupBy),
    groupBy,
    isNames: draft.group?.isAsked === true && !draft.group.isRanked,
    measure: measure.isExplicit ? { of: measure.of, field: measure.field } : null,
    share,
    compare: draft.compare,
    order: rank?.order ?? null,
    limit: rank?.limit ?? null,
    isPlural: draft.isPlural,
    unused: asksShare && !share ? ["share", ...unused] : unused,
  };
}
