import { longDay, money } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import type { Forecast } from "#features/decisions/contract.ts";
import { addMonths } from "./calendar.ts";
import type { Facts } from "./decision-type.ts";
import { odds } from "./evidence.ts";
import { claim, task, tell } from "./proposal-parts.ts";
import type { Complaint, Options } from "./refund-options.ts";

export type Verdict = "refund in full" | "offer goodwill" | "decline kindly" | "ask first";

/** What the words are made of; `paid` is what following it gives, company currency. */
export type Case = {
  title: string;
  complaint: Complaint;
  options: Options;
  verdict: Verdict;
  paid: number;
  byLaw: boolean;
  counterparty: string | undefined;
  facts: Facts;
};

/** The recommendation in a sentence or two, the verdict first. */
export function recommendationOf({ complaint, options, verdict, paid, byLaw, facts }: Case): string {
  const shown = (value: number) => money(value, facts.currency);
  const { refund, goodwill, decline } = options.totals;
  const against = (mine: number | null, name: string, other: number | null) =>
    mine === null || other === null
      ? ""
      : ` It costs ${shown(mine)} with the customers who leave counted in, ${name} ${shown(other)}.`;
  switch (verdict) {
    case "refund in full":
      if (byLaw)
        return `Refund in full: there is a right to ${shown(complaint.refund)}, whatever it costs. Pay it at once and say sorry.`;
      return `Refund in full: ${options.lifetime === null ? "it was our fault" : "keeping the customer is worth more than the money"}.${against(refund, "goodwill", goodwill)}`;
    case "offer goodwill":
      return `Offer goodwill: ${shown(paid)} and an apology, not the whole ${shown(complaint.refund)}.${against(goodwill, "a full refund", refund)}`;
    case "decline kindly":
      return `Decline kindly: there is no right to it, and it was not our fault.${against(decline, "goodwill", goodwill)} Explain it in person and offer help with the next step.`;
    case "ask first":
      return "Ask first: whose fault it was, whether there is a right to it and what the customer is worth decide it, and they are not all known.";
  }
}

/** One sign within 28 days and one claim about what it comes to; a person answers both. */
export function forecastsOf({ verdict, counterparty, facts }: Case): Forecast[] {
  const [soon, late] = [addDays(facts.today, 14), addMonths(facts.today, 6)];
  const who = counterparty ?? "The customer";
  const sign: Record<Verdict, [string, number]> = {
    "refund in full": [`${who} has the money and has said so by ${longDay(soon)}`, 0.85],
    "offer goodwill": [`${who} accepts the goodwill by ${longDay(soon)}`, 0.6],
    "decline kindly": [`${who} does not come back with the same complaint by ${longDay(soon)}`, 0.5],
    "ask first": [`What is not known yet is answered by ${longDay(soon)}`, 0.7],
  };
  const stays = { "refund in full": 0.7, "offer goodwill": 0.6, "decline kindly": 0.4, "ask first": 0.5 }[verdict];
  const [words, byDefault] = sign[verdict];
  return [
    claim("proxy", words, soon, odds(byDefault, facts.record)),
    claim("final", `${who} orders again by ${longDay(late)}`, late, odds(stays, null), 1),
  ];
}

/** What approving does: tasks with days and hours, and a message to each who has to know. */
export function effectsOf(one: Case, said: string): PlannedAction[] {
  const { title, complaint, verdict, paid, counterparty, facts } = one;
  const shown = (value: number) => money(value, facts.currency);
  const who = counterparty ?? "the customer";
  const told = tell(["CFO", "owner"], verdict, title, said);
  const cause = task(
    "Operations",
    "Find out how it came to this",
    `What went wrong for ${who}, how often it does, and what would have prevented it.`,
    { days: 21, hours: 3 },
  );
  if (verdict === "ask first")
    return [
      task(
        "Customer Success",
        `Ask ${who} what happened`,
        `Whose fault it was, what the terms say, what they buy. Answer within two days and promise nothing about ${shown(complaint.refund)} yet.`,
        { days: 2, hours: 1, priority: "high" },
      ),
      ...told,
    ];
  const answer =
    verdict === "decline kindly"
      ? task("Customer Success", `Explain to ${who} in person`, said, { days: 2, hours: 1, priority: "high" })
      : task("Customer Success", `Give ${who} ${shown(paid)}`, `${said} Tell them the day on which it arrives.`, {
          days: 2,
          hours: 1,
          priority: "high",
        });
  return [answer, ...(complaint.fault === "customer" ? [] : [cause]), ...told];
}
