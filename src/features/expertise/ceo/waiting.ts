import { ask } from "#features/expertise/topics/ask.ts";
import { concluded } from "#features/expertise/topics/collect.ts";
import { pluralize, shortDay } from "#contract/format.ts";
import { type Line, toLine } from "#contract/report.ts";
import { measure } from "#features/expertise/topics/figures.ts";
import type { Overdue } from "#features/expertise/overdue/contract.ts";
import { describeOverdue } from "#features/expertise/overdue/rules.ts";
import type { Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";

export type WaitingDecisions = {
  total: number;
  overdue?: Overdue;
  /** The first to expire; the day is in the company's time zone. */
  first: { id: string; title: string; agentName: string; agentRole: string; expiresOn: string }[];
};

export const waitingAsks: readonly Ask[] = [
  ask("waiting")`Which decisions are waiting for me? What decisions do I have to make? Which proposals are waiting for
    my approval? What do I need to approve? How many decisions are pending? Is anything waiting for my sign-off? What
    is waiting for my decision? What is still to be decided?`,
];

export function concludeWaiting({ total, first, overdue = [] }: WaitingDecisions, { today }: Today): Conclusion {
  const count = measure("waiting", "Decisions that wait", total, "count", {
    label: pluralize(total, "pending decision"),
    href: "/decisions",
    asOf: today,
  });
  const late = describeOverdue(overdue);
  const listed = first
    .slice(0, 3)
    .map(
      ({ title, agentName, agentRole, expiresOn }) =>
        `${title} (${agentName}, ${agentRole}; by ${shortDay(expiresOn)})`,
    )
    .join("; ");
  const line: Line =
    total === 0
      ? toLine`No decision waits for you${late === null ? "" : `, but ${late}`}.`
      : toLine`${count} ${total === 1 ? "decision waits" : "decisions wait"} for you, first ${listed}.`;
  return concluded({
    headline: line,
    section: { title: "Decisions that wait", lines: [line] },
    answers: { waiting: line },
    figures: [count],
    facts: first.map(({ id, title, expiresOn }) => ({
      kind: "decision",
      reference: title,
      value: `to be answered by ${shortDay(expiresOn)}`,
      asOf: today,
      href: `/decisions/${id}`,
    })),
  });
}
