import { formatLine, type Proposal } from "#contract/report.ts";
import { askAgents } from "#features/conversations/contract.ts";
import { finishedRun, type Office } from "../companies.ts";
import type { Grade } from "../grade.ts";
import { type Outcome, scoredSkill } from "../skill.ts";

/** What to propose when asked; null: nothing may be proposed. `fields`: numbers exactly, texts without their case. */
type Asked = {
  id: string;
  question: string;
  expected: { decisionType: string; fields: Readonly<Record<string, number | string>> } | null;
  note?: string;
};

/** Proposals people ask for, by their type and the numbers in them. */
export const proposal = scoredSkill<Asked>("proposal", {
  about: ({ question }) => question,
  isAnswerable: ({ expected }) => expected !== null,
  score: proposed,
});

async function proposed(office: Office, { question, expected }: Asked): Promise<Outcome> {
  const { runId } = await office.member.call(askAgents, { body: { question, urgency: "high" } });
  const page = await finishedRun(office, runId);
  const { report, sentence } = page.run;
  const made = report?.proposals ?? [];
  const said = report ? formatLine(report.headline, report.figures) : (sentence ?? "");
  const text = [said, ...made.map(({ decisionType, context }) => `${decisionType} ${JSON.stringify(context)}`)].join(
    "\n",
  );
  return { page, text, ...gradeProposals(expected, made) };
}

/** Right: one proposal of the type with all fields; wrong: another type, or a number that is off. */
export function gradeProposals(
  expected: Asked["expected"],
  made: readonly Pick<Proposal, "decisionType" | "context">[],
): { grade: Grade; faults: readonly string[] } {
  const [only, ...more] = made;
  if (!only) return { grade: expected ? "refused wrongly" : "refused rightly", faults: [] };
  if (!expected) return { grade: "wrong", faults: ["proposes although nothing was asked for that it may propose"] };
  if (only.decisionType !== expected.decisionType)
    return { grade: "wrong", faults: [`${only.decisionType} instead of ${expected.decisionType}`] };
  const faults = Object.entries(expected.fields).flatMap(([name, wanted]) => {
    const found = only.context[name];
    if (found === undefined || found === null) return [`${name} is missing`];
    const isSame =
      typeof wanted === "number"
        ? Math.abs(Number(found) - wanted) <= Math.abs(wanted) * 1e-5
        : inWords(found).toLowerCase() === wanted.toLowerCase();
    return isSame ? [] : [`${name} is ${inWords(found)}, not ${wanted}`];
  });
  const isOff = faults.some((fault) => !fault.endsWith("is missing"));
  const also = more.length > 0 ? [`${more.length} more proposals`] : [];
  return {
    grade: isOff ? "wrong" : faults.length + also.length > 0 ? "partly" : "right",
    faults: [...faults, ...also],
  };
}

const inWords = (found: unknown): string => (typeof found === "string" ? found : JSON.stringify(found));
