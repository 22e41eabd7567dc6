import { counted } from "#contract/format.ts";
import { type Figure, inWords, type Line, type Report, say, type Section } from "#contract/report.ts";
import { namedIn, raisedBy, scored, type Voice } from "#features/expertise/ceo/voices.ts";
import { weigh, type Weighed } from "#features/expertise/topics/rank.ts";
import type { Conclusion } from "#features/expertise/topics/topic.ts";
import { cell } from "#features/expertise/topics/words.ts";

/** What the CEO weighs: what the others say, and the CEO's own look at the goals. */
export type Heard = { voices: Voice[]; monthlyRevenue: number | null };

/** The most gaps that are repeated: each executive names all of their own. */
const mostGaps = 12;

type Entry = Weighed & { place: string; parts: ReturnType<typeof scored> };

/** Takes what was heard, gives the three priorities and risks with their scores, and every figure they name. */
export function weighed({ voices, monthlyRevenue }: Heard, today: string) {
  const top = weigh(raisedBy(voices), monthlyRevenue, today);
  const entries = (list: readonly Weighed[], id: string): Entry[] =>
    list.map((one, at) => ({ ...one, place: `${at + 1}`, parts: scored(one, `${id}_${at}`, today) }));
  const priorities = entries(top.priorities, "priority");
  const risks = entries(top.risks, "risk");
  const lines = [...priorities, ...risks].map(({ line }) => line);
  const known = voices.flatMap(({ figures }) => figures);
  const figures: Figure[] = [
    ...namedIn(lines, known),
    ...[...priorities, ...risks].flatMap(({ parts }) => parts.figures),
  ];
  return { priorities, risks, figures, all: top.all, known };
}

const numbered = ({ place, line, parts }: Entry): Line => [`${place}. `, ...line, ...say` Score ${parts.total}.`];

const sectionOf = (title: string, entries: readonly Entry[], nothing: string): Section => ({
  title,
  lines: entries.length === 0 ? [say`${nothing}`] : entries.map(numbered),
  table:
    entries.length === 0
      ? null
      : {
          columns: ["No", "From", "Score", "Money", "Date", "Severity"],
          rows: entries.map(({ place, role, parts: { total, money, date, severity } }) => [
            [place],
            [role],
            cell(total),
            cell(money),
            cell(date),
            cell(severity),
          ]),
        },
});

const unique = <T>(list: readonly T[], keyOf: (one: T) => string): T[] => [
  ...new Map(list.map((one) => [keyOf(one), one])).values(),
];

/** Takes what the executives said and how the goals stand, gives the CEO's brief of the week. */
export function concludeBrief(heard: Heard, goals: Conclusion | null, today: string): Report {
  const { voices } = heard;
  const { priorities, risks, figures, all, known } = weighed(heard, today);
  const others = voices.filter(({ role }) => role !== "CEO");
  const silent = others.filter(({ refused }) => refused !== null);
  const answered = others.length - silent.length;
  const headlines = others.map((voice): Line => [`${voice.name} (${voice.role}): `, ...saidBy(voice)]);
  const [first] = priorities;
  const headline = first
    ? ([...say`First this week: `, ...first.line] satisfies Line)
    : answered === 0
      ? say`Nothing can be weighed yet: no other executive could be asked.`
      : say`Nothing presses: ${counted(answered, "executive")} ${answered === 1 ? "was" : "were"} asked and raised no concern.`;
  const missing = [...voices.flatMap((voice) => voice.missing), ...(goals?.missing ?? [])];
  return {
    headline,
    sections: [
      sectionOf("Top priorities", priorities, "Nobody raised anything that has to be done."),
      sectionOf("Top risks", risks, "Nobody raised a risk."),
      ...(goals ? [goals.section] : []),
      {
        title: "What the executives say",
        lines: [
          ...headlines,
          ...(all > 0 ? [say`${counted(all, "concern")} ${all === 1 ? "was" : "were"} weighed.`] : []),
        ],
        table: null,
      },
    ],
    figures: unique([...figures, ...namedIn(headlines, known), ...(goals?.figures ?? [])], ({ id }) => id),
    facts: [
      ...priorities.map(({ kind, line, role, href, parts }) => ({
        kind,
        reference: `${role}: ${inWords(line, known)}`,
        value: `score ${parts.total.value}`,
        asOf: today,
        href,
      })),
      ...(goals?.facts ?? []),
    ],
    missing: unique(missing, ({ what }) => what).slice(0, mostGaps),
    proposals: [],
  };
}

/** What an executive said in a line: their first sentence, that there is no source, or why they could not be asked. */
function saidBy({ refused, headlines }: Voice): Line {
  if (refused !== null) return say`could not be asked: ${refused}`;
  return headlines[0] ?? say`no source for anything they know about yet.`;
}
