import { formatMoney, longDay, pluralize } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import { addMonths } from "./calendar.ts";
import type { Facts } from "./decision-type.ts";
import { floorRound, round } from "./figures.ts";
import type { LeadVerdict, scoreOf } from "./lead-score.ts";
import { forecasting, notices, type Outcome, task as planned } from "./proposal-parts.ts";
import { byRows, byTask } from "./resolving.ts";

type Lead = { leadValue: number; questions: readonly string[]; counterparty: string | undefined };

const task = (title: string, description: string, days: number, hours: number) =>
  planned("Sales", title, description, { days, hours, priority: days <= 14 ? "high" : "low" });

export function outcomesOf(
  { low, high }: Pick<ReturnType<typeof scoreOf>, "low" | "high">,
  { leadValue, questions, counterparty }: Lead,
  facts: Facts,
): Record<LeadVerdict, Outcome> {
  const value = formatMoney(leadValue, facts.currency);
  const who = counterparty ?? "the lead";
  const on = (days: number) => longDay(addDays(facts.today, days));
  const { early, final } = forecasting(facts, "proxy");
  const [soon, late] = [addDays(facts.today, 14), addMonths(facts.today, 6)];
  const least = floorRound(leadValue * 0.8);
  const meeting = (agenda: string) =>
    task(`Meet ${who} by ${on(14)}`, `${agenda} Record the answers and qualify the lead again.`, 14, 2);
  const outcome = (
    verdict: LeadVerdict,
    say: string,
    [meets, orders]: readonly [number, number],
    tasks: Outcome["tasks"],
  ): Outcome => {
    const order = final(
      (day) => `An order of at least ${formatMoney(least, facts.currency)} is signed by ${day}`,
      late,
      orders,
      least,
    );
    const told = `${say} ${facts.agentName} is on it. Nothing is promised or spent.`;
    const all = [...tasks, ...notices(["CEO", "owner"], `${value} lead: ${verdict}`, told)];
    const meet = early((day) => `A meeting takes place within 14 days, by ${day}`, soon, meets);
    return {
      say,
      forecasts: [byTask(meet, facts, all, "Meet "), byRows(order, facts, ["customer"], "orders")],
      tasks: all,
    };
  };
  const points = `it scores ${round(low, 0)} of 100 points`;
  const unknown = questions.length;
  return {
    pursue: outcome(
      "pursue",
      `Pursue: ${points}, above the 65 needed. Book the meeting and prepare the offer.`,
      [0.5, 0.3],
      [
        meeting(`Go through what ${who} needs, by when and at what budget.`),
        task(
          `Prepare the ${value} offer`,
          `Draft the offer for ${who} by ${on(21)}. Any discount needs its own decision.`,
          21,
          6,
        ),
      ],
    ),
    "qualify further": outcome(
      "qualify further",
      `Qualify further: ${unknown} of 4 criteria ${unknown === 1 ? "is" : "are"} unknown. The score could be anywhere from ${round(low, 0)} to ${round(high, 0)} of 100. Ask the next ${unknown === 1 ? "question" : `${unknown} questions`} before any offer.`,
      [0.3, 0.2],
      [
        task(
          `Ask ${who} ${pluralize(unknown, "question")}`,
          questions.map((question, index) => `${index + 1}. ${question}`).join("\n"),
          3,
          1,
        ),
        meeting(`Offer two dates before ${on(14)} and answer the open questions.`),
      ],
    ),
    "keep in touch": outcome(
      "keep in touch",
      `Keep in touch: ${points}, below the 65 needed to pursue. Follow up in 60 days.`,
      [0.1, 0.05],
      [
        task(
          `Follow up with ${who}`,
          `Ask on ${on(60)} whether need, date or budget changed, and qualify the lead again.`,
          60,
          1,
        ),
      ],
    ),
    decline: outcome(
      "decline",
      `Decline: it scores at most ${round(high, 0)} of 100 points, below the minimum of 40.`,
      [0.1, 0.05],
      [task(`Decline ${who} politely`, "Thank them, explain that it isn't a fit now, and leave the door open.", 7, 1)],
    ),
  };
}
