import { counted, longDay, money } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import type { Forecast } from "#features/decisions/contract.ts";
import { addMonths } from "./calendar.ts";
import type { Facts } from "./decision-type.ts";
import { odds } from "./evidence.ts";
import { percent, round } from "./figures.ts";
import { claim, task, tell } from "./proposal-parts.ts";
import type { Costs, Renewal } from "./renewal-costs.ts";

export type Verdict = "renew" | "negotiate" | "switch" | "renew and give notice" | "ask first";

/** What the words are made of. */
export type Plan = {
  title: string;
  renewal: Renewal;
  costs: Costs;
  verdict: Verdict;
  who: string;
  facts: Facts;
};
/** The last day on which something can still be done, and at most four weeks away. */
const actBy = ({ costs }: Plan): number => Math.max(1, Math.min(28, (costs.left ?? 28) - 1));

/** Which price to ask for, and from which one on it is better to leave. */
function askFor({ target, walkAway }: Costs, { newPrice }: Renewal, shown: (value: number) => string): string {
  if (walkAway === null) return `Ask for ${shown(target)}, and get a second offer before more is agreed to.`;
  if (walkAway >= newPrice) return `Ask for ${shown(target)}; even the new price costs no more than switching.`;
  if (walkAway <= target) return `Ask for less than ${shown(walkAway)}, which is what switching comes to.`;
  return `Ask for ${shown(target)}, and walk away above ${shown(walkAway)}.`;
}

/** The recommendation in a sentence or two, the verdict first. */
export function recommendationOf({ renewal, costs, verdict, who, facts }: Plan): string {
  const shown = (value: number) => money(value, facts.currency);
  const rise =
    costs.rise > 0
      ? `${percent(costs.rate)} more than today`
      : costs.rise < 0
        ? `${percent(-costs.rate)} less than today`
        : "as much as today";
  const notice =
    costs.noticeOn === null
      ? "When notice has to be given is not known: find it first."
      : `Notice has to be there by ${longDay(costs.noticeOn)}.`;
  switch (verdict) {
    case "renew":
      return `Renew: ${shown(renewal.newPrice)} a year is ${rise}, and nothing cheaper is known. ${notice}`;
    case "negotiate":
      return `Negotiate: ${shown(renewal.newPrice)} a year is ${rise}. ${askFor(costs, renewal, shown)} ${notice}`;
    case "switch":
      return `Switch: over ${counted(renewal.term, "month")} it saves ${shown(costs.saved ?? 0)}, the cost of moving included, and has paid for itself after ${counted(Math.ceil(costs.evenAfter ?? 0), "month")}. ${notice}`;
    case "renew and give notice":
      return `Renew and give notice: the day to leave was ${longDay(costs.noticeOn ?? facts.today)}, so it goes on for ${shown(renewal.newPrice)} a year. Give notice for the next end now, and ask ${who} for ${shown(costs.target)} all the same.`;
    case "ask first":
      return `Ask first: ${shown(renewal.newPrice)} a year is ${rise}, but when the contract ends and how long its notice is are not known.`;
  }
}

/** One sign within 28 days and one claim about what it comes to; a person answers both. */
export function forecastsOf(plan: Plan): Forecast[] {
  const { renewal, costs, verdict, who, facts } = plan;
  const shown = (value: number) => money(value, facts.currency);
  const soon = addDays(facts.today, actBy(plan));
  const late = addMonths(facts.today, 6);
  const most = Math.min(renewal.newPrice, costs.walkAway ?? costs.target);
  const pays = (words: string, target: number, byDefault: number) =>
    claim("final", `${words} by ${longDay(late)}`, late, odds(byDefault, facts.record), round(target, 2));
  switch (verdict) {
    case "renew":
      return [
        claim(
          "proxy",
          `${who} confirms ${shown(renewal.newPrice)} a year in writing by ${longDay(soon)}`,
          soon,
          odds(0.85, null),
          renewal.newPrice,
        ),
        pays(
          `The renewed contract has cost at most ${shown(renewal.newPrice / 2)} for six months`,
          renewal.newPrice / 2,
          0.8,
        ),
      ];
    case "switch":
      return [
        claim("proxy", `Notice to ${who} is confirmed in writing by ${longDay(soon)}`, soon, odds(0.85, null)),
        pays(`Switching has cost at most ${shown(renewal.switchingCost)}`, renewal.switchingCost, 0.5),
      ];
    case "ask first":
      return [
        claim("proxy", `End and notice of the contract are written down by ${longDay(soon)}`, soon, odds(0.8, null)),
        pays(`The contract costs at most ${shown(renewal.newPrice)} a year`, renewal.newPrice, 0.7),
      ];
    default:
      return [
        claim(
          "proxy",
          `${who} answers with a price below ${shown(renewal.newPrice)} a year by ${longDay(soon)}`,
          soon,
          odds(verdict === "negotiate" ? 0.5 : 0.25, null),
          renewal.newPrice,
        ),
        pays(`The agreed price is at most ${shown(most)} a year`, most, verdict === "negotiate" ? 0.45 : 0.2),
      ];
  }
}

/** What approving does: tasks with days and hours, and a message to each who has to know. */
export function effectsOf(plan: Plan, said: string): PlannedAction[] {
  const { title, renewal, costs, verdict, who, facts } = plan;
  const shown = (value: number) => money(value, facts.currency);
  const days = actBy(plan);
  const told = tell(["CFO", "owner"], verdict, title, said);
  const urgent = { days, hours: 1, priority: "high" } as const;
  const second = task(
    "Operations",
    "Get a second offer in writing",
    `The same service for ${counted(renewal.term, "month")}, with the cost of moving.`,
    { days: Math.min(14, days), hours: 4, priority: "high" },
  );
  const read = task(
    "Operations",
    "Find the end and the notice period of the contract",
    "Write both down with the day by which notice has to be there, and in which form.",
    { days: Math.min(3, days), hours: 1, priority: "high" },
  );
  const unread = costs.noticeOn === null ? [read] : [];
  switch (verdict) {
    case "renew":
      return [
        task(
          "Operations",
          `Get the renewal of ${who} in writing`,
          `${shown(renewal.newPrice)} a year for ${counted(renewal.term, "month")}; note its end and the day of notice.`,
          urgent,
        ),
        ...told,
      ];
    case "switch":
      return [
        task("Operations", `Give ${who} notice`, `${said} In writing, with a confirmation.`, urgent),
        task(
          "Legal",
          "Read the new supplier's terms",
          "Term, notice, liability and data protection, before the old contract is left.",
          { days, hours: 3, priority: "high" },
        ),
        task(
          "Operations",
          "Plan the move",
          `At most ${shown(renewal.switchingCost)}; who moves what, and on which day the old one ends.`,
          { days: 28, hours: 8 },
        ),
        ...told,
      ];
    case "ask first":
      return [read, ...told];
    case "renew and give notice":
      return [
        task(
          "Operations",
          `Give ${who} notice for the next end`,
          `${said} Put the day into the calendar of two people.`,
          { ...urgent, days: 5 },
        ),
        ...told,
      ];
    case "negotiate":
      return [
        ...unread,
        task(
          "Operations",
          `Ask ${who} for ${shown(costs.target)} a year`,
          `${said} Offer a longer term only for a lower price.`,
          { ...urgent, hours: 3 },
        ),
        ...(renewal.otherPrice === undefined ? [second] : []),
        task(
          "Operations",
          "Prepare the notice, as a precaution",
          "Signed and ready to send before its day, so that a refusal leaves a choice.",
          urgent,
        ),
        ...told,
      ];
  }
}
