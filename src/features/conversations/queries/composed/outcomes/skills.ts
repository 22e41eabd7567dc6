import type { RunSession } from "#agency/skill.ts";
import { formatNumber, pluralize } from "#contract/format.ts";
import { exploreHref, type Filter, type Query, type QueryResult, type QuerySubject } from "#contract/query.ts";
import { type Figure, joinLines, type Line, toLine } from "#contract/report.ts";
import { answerParts } from "#features/conversations/queries/answer/parts.ts";
import type { Outcomes } from "#features/conversations/queries/composed/composed.ts";
import { type Reply, replyOf } from "#features/conversations/replies/reply.ts";
import { isOwn } from "#features/conversations/understanding/query/own.ts";
import { normalized } from "#features/conversations/understanding/words.ts";
import { runQueries } from "#features/explore/skills.ts";
import * as explore from "#features/explore/store.ts";
import { read } from "#platform/db/transaction.ts";

type State = Outcomes["state"];
type Rate = { name: string; won: number; lost: number };

const mostNamed = 12;

/** Answers with the share of the decided deals that were won or lost, of all of them or by group. */
export async function runOutcomes(session: RunSession, asked: Outcomes): Promise<Reply> {
  const subject = await read(session.ctx, (tx) => explore.subjectOf(tx, asked.query));
  const run = async (queries: readonly Query[]): Promise<QueryResult[]> => {
    const all = await session.use(runQueries, [...queries]);
    return all.map(({ result, origins }) => {
      session.reads(...origins);
      return result;
    });
  };
  const days = { won: await dayOf("won"), lost: await dayOf("lost") };
  const [won, lost] = await run([queryOf("won"), queryOf("lost")]);
  if (!won || !lost) throw new Error("Two queries have two results.");
  const all: Rate = { name: "", won: won.total.rows, lost: lost.total.rows };
  const conditions = conditionsOf(won, subject);
  const decided = all.won + all.lost;
  if (decided === 0)
    return replyOf(
      false,
      toLine`I can't answer this: no ${subject.many} were won or lost${conditions}.`,
      [],
      [{ label: `See the ${subject.many} there are`, href: `/records/${subject.id}` }],
    );
  const figures: Figure[] = [];
  const [words] = await run([{ ...queryOf("won"), groupBy: { field: "stageName", unit: null } }]);
  const notes = `${days.won.note}${meaningOf(words)}`;
  if (!asked.query.groupBy) {
    const line = toLine`${share(all)} of ${pluralize(decided, subject.one, subject.many)} that were won or lost${conditions}: ${counts(all)}.${notes}`;
    return replyOf(true, line, figures);
  }
  const rates = ratesOf(won, lost).toSorted((one, other) => (of(other) - of(one)) * (asked.isLowest ? -1 : 1));
  const named = rates.slice(0, mostNamed).map((one) => toLine`${one.name} ${share(one)} (${counts(one)})`);
  const more = rates.length > mostNamed ? `; and ${rates.length - mostNamed} more` : "";
  const isTied = rates.length > 1 && rates.every((one) => of(one) === of(rates[0] as Rate));
  const yes = asked.leads === null ? "" : rates[0]?.name === asked.leads && !isTied ? "Yes. " : "No. ";
  const whole = toLine` In all ${share(all)} of ${formatNumber(decided)}.`;
  return replyOf(
    true,
    toLine`${`${yes}${asked.state === "won" ? "Won" : "Lost"} of the ${subject.many} that were won or lost${conditions}: `}${joinLines("; ", named)}${more}.${whole}${notes}`,
    figures,
  );

  function of(rate: Rate): number {
    return rate[asked.state] / (rate.won + rate.lost);
  }

  function counts({ won: wins, lost: losses }: Rate): Line {
    return [`${formatNumber(wins)} won, ${formatNumber(losses)} lost`];
  }

  function share(rate: Rate): Figure {
    const made: Figure = {
      id: `r${figures.length + 1}`,
      label: `${asked.state === "won" ? "Won" : "Lost"} of won or lost${rate.name === "" ? "" : `, ${rate.name}`}`,
      value: of(rate),
      unit: "share",
      currency: null,
      range: null,
      formula: `${rate[asked.state]} ${asked.state} / (${rate.won} won + ${rate.lost} lost)`,
      source: {
        label: `${rate.won + rate.lost} ${subject.many}`,
        href: exploreHref(queryOf(asked.state)),
        asOf: won?.asOf ?? null,
      },
    };
    figures.push(made);
    return made;
  }

  function queryOf(state: State): Query {
    return { ...asked.query, filters: [...asked.query.filters, stageIs(state)], day: days[state].day };
  }

  /** The day on which deals were won or lost: the first that is known of such a deal. */
  async function dayOf(state: State): Promise<{ day: string | null; note: string }> {
    if (asked.query.period === null || asked.isOpened) return { day: null, note: "" };
    const own = subject.fields.filter(
      ({ name, type, label }) => isOwn(name) && type === "day" && normalized(label).split(" ").includes(state),
    );
    const days = ["closedOn", ...own.map(({ name }) => name), "expectedCloseOn"];
    const known = await run(
      days.map((field) => ({
        ...asked.query,
        period: null,
        groupBy: null,
        filters: [stageIs(state), { field, test: "known" as const, values: [] }],
      })),
    );
    const day = days.find((_, at) => (known[at]?.total.rows ?? 0) > 0) ?? null;
    const label = subject.fields.find(({ name }) => name === (day ?? subject.day))?.label ?? "";
    const isClosing = day !== null && day !== "expectedCloseOn";
    return { day, note: isClosing ? "" : ` The day of closing is not recorded, so this goes by “${label}”.` };
  }
}

const stageIs = (state: State): Filter => ({ field: "stage", test: "is", values: [state] });

/** What counts as won, where files call it by several names: orders may be deals as well. */
function meaningOf(words: QueryResult | undefined): string {
  const own = (words?.groups ?? []).filter(({ rows }) => rows > 0);
  if (own.length < 2) return "";
  const named = own.map(({ key, label, rows }) => `${key === null ? "no name" : label} (${formatNumber(rows)})`);
  return ` Stages of those won, as files call them: ${named.join(", ")}.`;
}

function ratesOf(won: QueryResult, lost: QueryResult): Rate[] {
  const all = new Map<string, Rate>();
  for (const [state, { groups }] of [
    ["won", won],
    ["lost", lost],
  ] as const)
    for (const { key, label, rows } of groups ?? []) {
      const one = all.get(key ?? "") ?? { name: label, won: 0, lost: 0 };
      all.set(key ?? "", { ...one, [state]: rows });
    }
  return [...all.values()].filter((one) => one.won + one.lost > 0);
}

/** What the deals are narrowed to, without what became of them. */
function conditionsOf(result: QueryResult, subject: QuerySubject): string {
  const { conditions } = answerParts(result, subject, { kind: "value", why: false }, "EUR");
  const kept = conditions
    .replace(/^ \(|\)$/g, "")
    .split(", ")
    .filter((one) => one !== "won" && one !== "");
  return kept.length > 0 ? ` (${kept.join(", ")})` : "";
}
