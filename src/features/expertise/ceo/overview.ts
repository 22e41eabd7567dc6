import { ask } from "#features/expertise/topics/ask.ts";
import { collect, fact, withoutData } from "#features/expertise/topics/collect.ts";
import { formatLine, type Line, sentences, toLine } from "#contract/report.ts";
import { type BriefFacts, topConcerns, quietLine } from "#features/expertise/ceo/brief.ts";
import { describeOverdue } from "#features/expertise/overdue/rules.ts";
import { citedFigures } from "#features/expertise/ceo/contributions.ts";
import type { Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";

export const overviewAsks: readonly Ask[] = [
  ask("week")`What should I look at this week? What are my top priorities? What needs my attention today? Which
    decisions are waiting for me? What needs a decision from me? Which matters are pressing? What should I focus on?
    What is most important right now? Is there anything urgent? Where should I put my time this week? What should I
    deal with first? What can't wait? What should be at the top of my list? Anything on fire? What do I have to decide
    today?`,
  ask("risks")`What are our biggest risks? What could go wrong? What should I be worried about? What are the biggest
    threats to the company? Where are we vulnerable? What keeps you awake at night? Is there any danger ahead? What
    are our biggest problems? What could hurt us this year?`,
  ask("doing")`How are we doing? Give me an overview of the company. How is the company doing? Are things going well?
    How have we been doing? What is our status? Give me the status of the company. How do things stand? What should I
    know? What has changed since last week? How is business? What is the state of the business? How did we do last
    month? What went well this month and what did not? Summarise where we stand. Is the company in good shape? What
    happened this week? Bring me up to speed. How is the company getting on? Is everything all right? Has it been a
    good month? Brief me.`,
];

const mostHeadlines = 3;

export function concludeOverview(facts: BriefFacts, { today, currency }: Today): Conclusion {
  const title = "The whole company";
  const { contributions } = facts;
  const late = describeOverdue(facts.overdue ?? []);
  const reporting = contributions.filter(({ refused, headlines }) => refused === null && headlines.length > 0);
  const missing = [
    ...new Map(contributions.flatMap((contribution) => contribution.missing).map((gap) => [gap.what, gap])).values(),
  ];
  if (reporting.length === 0) return withoutData(title, "No executive has any data yet.", ...missing.slice(0, 5));
  const { priorities, risks, figures, known } = topConcerns(facts, today);
  const listed = (entries: typeof priorities): Line =>
    sentences(...entries.map(({ place, line, parts }) => toLine`${place}. ${line} (score ${parts.total})`));
  const silent = contributions.flatMap(({ refused, name, role }) => (refused === null ? [] : [`${name} (${role})`]));
  const notAsked = silent.length > 0 && `Not asked: ${silent.join(", ")}.`;
  const topHeadlines = reporting.slice(0, mostHeadlines).map(({ headlines }) => headlines[0] ?? []);
  const week = sentences(
    priorities.length > 0 ? listed(priorities) : quietLine(facts.overdue, "no executive raised a concern."),
    notAsked,
  );
  const noRisk = toLine`${late && `${late}. `}No executive found a risk in your records.`;
  const concluded = collect(currency, today).conclude({
    title,
    lines: [week],
    answers: {
      week,
      risks: sentences(risks.length > 0 ? listed(risks) : noRisk, notAsked),
      doing: sentences(...topHeadlines, priorities[0] && toLine`First to look at: ${priorities[0].line}`),
    },
    facts: [...priorities, ...risks].map(({ kind, line, role, href, parts }) =>
      fact(kind, `${role}: ${formatLine(line, known)}`, `score ${parts.total.value}`, href),
    ),
    missing: missing.slice(0, 5),
  });
  const cited = [...figures, ...citedFigures(topHeadlines, known)];
  return { ...concluded, figures: [...new Map(cited.map((figure) => [figure.id, figure])).values()] };
}
