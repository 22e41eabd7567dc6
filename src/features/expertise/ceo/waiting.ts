import { ask } from "#features/expertise/topics/ask.ts";
import { pluralize, shortDay } from "#contract/format.ts";
import { toLine } from "#contract/report.ts";
import type { Overdue } from "#features/expertise/overdue/contract.ts";
import { describeOverdue } from "#features/expertise/overdue/rules.ts";
import { collect, fact, noun } from "#features/expertise/topics/collect.ts";
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

export function concludeWaiting(facts: WaitingDecisions, { today, currency }: Today): Conclusion {
  const { total, first, overdue = [] } = facts;
  const make = collect(currency, today);
  const count = make.count("waiting", "Decisions that wait", total, [
    pluralize(total, "pending decision"),
    "/decisions",
  ]);
  const late = describeOverdue(overdue);
  const listed = first.slice(0, 3).map((one) => {
    return `${one.title} (${one.agentName}, ${one.agentRole}; by ${shortDay(one.expiresOn)})`;
  });
  const headline =
    total === 0
      ? toLine`No decision waits for you${late && `, but ${late}`}.`
      : toLine`${count} ${noun(total, "decision waits", "decisions wait")} for you, first ${listed.join("; ")}.`;
  return make.conclude({
    title: "Decisions that wait",
    headline,
    lines: [headline],
    answers: { waiting: headline },
    facts: first.map(({ id, title, expiresOn }) =>
      fact("decision", title, `to be answered by ${shortDay(expiresOn)}`, `/decisions/${id}`),
    ),
  });
}
