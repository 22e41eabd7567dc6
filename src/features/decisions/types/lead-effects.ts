import { longDay } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import type { Facts } from "./decision-type.ts";
import { notify, task as planned } from "./proposal-parts.ts";

export type LeadVerdict = "pursue" | "qualify further" | "keep in touch" | "decline";
type Lead = {
  title: string;
  /** In words, with its currency. */
  value: string;
  verdict: LeadVerdict;
  recommendation: string;
  questions: readonly string[];
  counterparty: string | undefined;
  facts: Facts;
};

const task = (title: string, description: string, days: number, hours: number): PlannedAction =>
  planned("Sales", title, description, { days, hours, priority: days <= 14 ? "high" : "low" });

function tasksOf({ value, verdict, questions, counterparty, facts }: Lead): PlannedAction[] {
  const who = counterparty ?? "the lead";
  const on = (days: number) => longDay(addDays(facts.today, days));
  const meeting = (about: string) =>
    task(
      `Hold a meeting with ${who} by ${on(14)}`,
      `${about} Write down the answers and evaluate the lead again.`,
      14,
      2,
    );
  switch (verdict) {
    case "qualify further":
      return [
        task(
          `Ask ${who} ${questions.length === 1 ? "one question" : `${questions.length} questions`}`,
          questions.map((question, at) => `${at + 1}. ${question}`).join("\n"),
          3,
          1,
        ),
        meeting(`Offer two dates before ${on(14)} and settle what is still unknown.`),
      ];
    case "pursue":
      return [
        meeting(`Go through what ${who} needs, by when and within which budget.`),
        task(
          `Prepare the offer of ${value}`,
          `Draft the offer for ${who} by ${on(21)}; any discount needs a decision of its own.`,
          21,
          6,
        ),
      ];
    case "keep in touch":
      return [
        task(
          `Write to ${who} again`,
          `Ask on ${on(60)} whether need, date or budget have changed, and evaluate again.`,
          60,
          1,
        ),
      ];
    case "decline":
      return [
        task(
          `Decline ${who} politely`,
          `Thank them, say plainly that it does not fit now, and leave a way to come back.`,
          7,
          1,
        ),
      ];
  }
}

/** What approving does: Sales' tasks with days and hours, and a message each to the CEO and the owner. */
export function leadEffects(lead: Lead): PlannedAction[] {
  const content = `${lead.recommendation} ${lead.facts.agentName} has it; nothing is promised and nothing is spent.`;
  const subject = `Lead of ${lead.value}: ${lead.verdict}`;
  return [...tasksOf(lead), ...notify(["CEO", "owner"], subject, content)];
}
