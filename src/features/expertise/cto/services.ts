import { ask } from "#features/expertise/topics/ask.ts";
import { pluralize } from "#contract/format.ts";
import { sentences, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import type { CostlyService, ServiceCost } from "#features/records/services/rows.ts";
import { collect, gap, sumOf, withoutData } from "#features/expertise/topics/collect.ts";
import { ownCurrencyIfMixed, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { otherCurrencyLine } from "#features/expertise/topics/words.ts";

export type Services = { costs: ServiceCost[]; costliest: CostlyService[] };

export const serviceAsks: readonly Ask[] = [
  ask("costs")`What do our licences and services cost per month? How much do we spend on software? What does our
    software cost? Which licences are the most expensive? What do we pay for SaaS tools? How much does the cloud cost
    us? What are our IT costs? Which tool costs the most? What are we paying for hosting? What is the monthly bill for
    our subscriptions to software? How high is our tech spending?`,
  ask("seats")`How many seats do we pay for? How many user licences do we have? How many licences do we pay for?
    Number of seats. Are we paying for too many seats? How many software seats do we have?`,
];

export function concludeServices({ costs, costliest }: Services, { today, currency }: Today): Conclusion {
  const title = "Services and licences";
  if (costs.length === 0)
    return withoutData(
      title,
      "No service or licence of the company is recorded, so their cost is unknown.",
      gap(
        "What services and licences cost",
        "subscriptions of the kinds service and licence, with amount and interval",
        "/records/subscriptions",
      ),
    );
  const make = collect(currency, today);
  const source = (services: number, of: string | null) =>
    [
      pluralize(services, "running service"),
      rowsOf("subscriptions", { view: "ours", currency: of as Currency }),
    ] as const;
  const own = costs.find((row) => row.currency === currency);
  const ownSource = source(own?.services ?? 0, ownCurrencyIfMixed(costs, currency));
  const isKnown = own !== undefined && own.services > own.unknown;
  const costLine = () => {
    const monthly = own?.monthly ?? 0;
    const formula = "amounts a month, and a twelfth of those a year";
    const month = make.money("monthly", "Services and licences a month", monthly, ownSource, formula);
    const year = make.money("yearly", "The same a year", monthly * 12, ownSource, "a month × 12");
    return toLine`${pluralize(own?.services ?? 0, "service")} and licences cost ${month} a month, ${year} a year.`;
  };
  const headline = isKnown
    ? costLine()
    : toLine`What services cost in ${currency} is not known: no amount is recorded.`;
  const all = sumOf(costs, (row) => row.services);
  const seatCount = sumOf(costs, (row) => row.seats);
  const seats = seatCount > 0 && make.count("seats", "Seats", seatCount, source(all, null), "sum of the seats of each");
  const elsewhere = costs
    .filter((row) => row !== own && row.monthly > 0)
    .map(({ currency: of, monthly, services }) => {
      const figure = make.money(`monthly_${of}`, `A month in ${of}`, monthly, source(services, of), null, of);
      return otherCurrencyLine(figure, "a month is paid");
    });
  const top = costliest.map(({ id, name, kind, monthly }, at) => {
    const href = `/records/subscriptions/${id}`;
    return {
      name,
      kind,
      href,
      figure: make.money(`service_${at}`, `${name}, a month`, monthly, [`${kind} ${name}`, href]),
    };
  });
  const [first] = top;
  const unknown = sumOf(costs, (row) => row.unknown);
  const href = rowsOf("subscriptions", { view: "ours" });
  return make.conclude({
    title,
    headline: isKnown ? headline : null,
    lines: [headline, ...elsewhere],
    columns: ["Service", "A month"],
    rows: top.map(({ name, figure }) => [name, figure]),
    answers: {
      costs: isKnown && sentences(headline, first && toLine`${first.name} costs most: ${first.figure} a month.`),
      seats:
        seats &&
        toLine`${seats} seats are paid for, in ${pluralize(all, "service")} and licences; how many of them are used is not recorded.`,
    },
    facts: top.map(({ name, kind, href: of }) => ({ kind, reference: name, value: null, href: of })),
    missing: [
      unknown > 0 && gap(`What ${pluralize(unknown, "service")} cost`, "amount and interval", href),
      !seats && gap("Seats", "the number of seats of licences", href),
    ],
  });
}
