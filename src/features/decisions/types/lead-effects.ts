import { pluralize, longDay } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import type { Facts } from "./decision-type.ts";
import { notices, task as planned } from "./proposal-parts.ts";

export type LeadVerdict = "pursue" | "qualify further" | "keep in touch" | "decline";
type Lead = {
  title: string;
  /** Formatted, with currency. */
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
  const meeting = (agenda: string) =>
    task(`Meet ${who} by ${on(14)}`, `${agenda} Record the answers and qualify the lead again.`, 14, 2);
  switch (verdict) {
    case "qualify further":
      return [
        task(
          `Ask ${who} ${pluralize(questions.length, "question")}`,
          questions.map((question, index) => `${index + 1}. ${question}`).join("\n"),
          3,
          1,
        ),
        meeting(`Offer two dates before ${on(14)} and answer the open questions.`),
      ];
    case "pursue":
      return [
        meeting(`Go through what ${who} needs, by when and at what budget.`),
        task(
          `Prepare the ${value} offer`,
          `Draft the offer for ${who} by ${on(21)}. Any discount needs its own decision.`,
          21,
          6,
        ),
      ];
    case "keep in touch":
      return [
        task(
          `Follow up with ${who}`,
          `Ask on ${on(60)} whether need, date or budget changed, and qualify the lead again.`,
          60,
          1,
        ),
      ];
    case "decline":
      return [
        task(`Decline ${who} politely`, "Thank them, explain that it isn't a fit now, and leave the door open.", 7, 1),
      ];
  }
}

/** The tasks and messages an approval creates. */
export function leadEffects(lead: Lead): PlannedAction[] {
  const content = `${lead.recommendation} ${lead.facts.agentName} is on it. Nothing is promised or spent.`;
  const subject = `${lead.value} lead: ${lead.verdict}`;
  return [...tasksOf(lead), ...notices(["CEO", "owner"], subject, content)];
}
