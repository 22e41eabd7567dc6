import { pluralize } from "#contract/format.ts";
import { type Figure, formatLine, type Line, type Report, toLine, type Section } from "#contract/report.ts";
import { citedFigures, raisedBy, scoreFigures, type Contribution } from "#features/expertise/ceo/contributions.ts";
import type { Overdue } from "#features/expertise/overdue/contract.ts";
import { describeOverdue } from "#features/expertise/overdue/rules.ts";
import type { Briefed } from "#features/expertise/topics/briefed.ts";
import { rankConcerns, type RankedConcern } from "#features/expertise/topics/rank.ts";
import type { Conclusion } from "#features/expertise/topics/topic.ts";

/** What the CEO weighs; `contributions` include the CEO's own goals. */
export type BriefFacts = {
  contributions: Contribution[];
  monthlyRevenue: number | null;
  /** Whether an admin stated it because there are no revenue figures. */
  isRevenueStated?: boolean | undefined;
  /** What is overdue, so that nothing is called quiet beside it. */
  overdue?: Overdue;
};

/** The most gaps listed here; the full list is in each executive's own report. */
const mostGaps = 12;

type Entry = RankedConcern & { place: string; parts: ReturnType<typeof scoreFigures> };

/** The top three priorities and risks with their scores, and every figure they name. */
export function topConcerns({ contributions, monthlyRevenue, isRevenueStated }: BriefFacts, today: string) {
  const top = rankConcerns(raisedBy(contributions), monthlyRevenue, today);
  const entries = (list: readonly RankedConcern[], id: string): Entry[] =>
    list.map((one, at) => ({
      ...one,
      place: `${at + 1}`,
      parts: scoreFigures(one, `${id}_${at}`, today, isRevenueStated),
    }));
  const priorities = entries(top.priorities, "priority");
  const risks = entries(top.risks, "risk");
  const lines = [...priorities, ...risks].map(({ line }) => line);
  const known = contributions.flatMap(({ figures }) => figures);
  const figures: Figure[] = [
    ...citedFigures(lines, known),
    ...[...priorities, ...risks].flatMap(({ parts }) => parts.figures),
  ];
  return { priorities, risks, figures, all: top.all, known };
}

const numbered = ({ place, line, parts }: Entry): Line => toLine`${place}. ${line} Score ${parts.total}.`;

const sectionOf = (title: string, entries: readonly Entry[], nothing: string): Section => ({
  title,
  lines: entries.length === 0 ? [toLine`${nothing}`] : entries.map(numbered),
  table:
    entries.length === 0
      ? null
      : {
          columns: ["No", "From", "Score", "Money", "Date", "Severity"],
          rows: entries.map(({ place, role, parts: { total, money, date, severity } }) =>
            [place, role, total, money, date, severity].map((cell) => toLine`${cell}`),
          ),
        },
});

/** "Nothing is urgent: 3 executives were asked and raised no concerns.", never beside what is overdue. */
export function quietLine(overdue: Overdue = [], because: string): Line {
  const late = describeOverdue(overdue);
  return late === null
    ? toLine`Nothing is urgent: ${because}`
    : toLine`${late}. ${because.charAt(0).toUpperCase() + because.slice(1)}`;
}

const unique = <T>(list: readonly T[], keyOf: (one: T) => string): T[] => [
  ...new Map(list.map((one) => [keyOf(one), one])).values(),
];

/** The CEO's weekly briefing. */
export function concludeBrief(
  facts: BriefFacts,
  goals: Conclusion | null,
  today: string,
): Report & Pick<Briefed, "concerns"> {
  const { contributions } = facts;
  const { priorities, risks, figures, all, known } = topConcerns(facts, today);
  const others = contributions.filter(({ role }) => role !== "CEO");
  const silent = others.filter(({ refused }) => refused !== null);
  const answered = others.length - silent.length;
  const headlines = others.map((one) => toLine`${one.name} (${one.role}): ${headlineOf(one)}`);
  const [first] = priorities;
  const headline = first
    ? toLine`First this week: ${first.line}`
    : answered === 0
      ? toLine`No priorities yet: no other executive could be asked.`
      : quietLine(
          facts.overdue,
          `${pluralize(answered, "executive")} ${answered === 1 ? "was" : "were"} asked and raised no concerns.`,
        );
  const missing = [...contributions.flatMap((contribution) => contribution.missing), ...(goals?.missing ?? [])];
  return {
    headline,
    sections: [
      sectionOf("Top priorities", priorities, "No executive raised a priority."),
      sectionOf("Top risks", risks, "No executive raised a risk."),
      ...(goals ? [goals.section] : []),
      {
        title: "What the executives say",
        lines: [
          ...headlines,
          ...(all > 0 ? [toLine`${pluralize(all, "concern")} ${all === 1 ? "was" : "were"} weighed.`] : []),
        ],
        table: null,
      },
    ],
    figures: unique([...figures, ...citedFigures(headlines, known), ...(goals?.figures ?? [])], ({ id }) => id),
    facts: [
      ...priorities.map(({ kind, line, role, href, parts }) => ({
        kind,
        reference: `${role}: ${formatLine(line, known)}`,
        value: `score ${parts.total.value}`,
        asOf: today,
        href,
      })),
      ...(goals?.facts ?? []),
    ],
    missing: unique(missing, ({ what }) => what).slice(0, mostGaps),
    proposals: [],
    concerns: unique([...priorities, ...risks], ({ key }) => key).map(
      ({ place: _place, parts: _parts, score: _score, ...concern }) => concern,
    ),
  };
}

/** An executive's headline, or why there is none. */
function headlineOf({ refused, headlines }: Contribution): Line {
  if (refused !== null) return toLine`could not be asked: ${refused}`;
  return headlines[0] ?? toLine`no source for anything they know about yet.`;
}
