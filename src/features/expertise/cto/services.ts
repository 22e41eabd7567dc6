import { ask } from "#features/expertise/topics/ask.ts";
import { concluded } from "#features/expertise/topics/collect.ts";
import { pluralize } from "#contract/format.ts";
import { toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import type { CostlyService, ServiceCost } from "#features/records/services/rows.ts";
import { measure, money } from "#features/expertise/topics/figures.ts";
import { ownCurrencyIfMixed, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { otherCurrencyLine, cell, withoutData } from "#features/expertise/topics/words.ts";

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
    return withoutData(title, "No service or licence of the company is recorded, so their cost is unknown.", {
      what: "What services and licences cost",
      needed: "subscriptions of the kinds service and licence, with amount and interval",
      href: "/records/subscriptions",
    });
  const href = rowsOf("subscriptions", { view: "ours" });
  const ofCurrency = (of: Currency | null) => rowsOf("subscriptions", { view: "ours", currency: of });
  const own = costs.find((row) => row.currency === currency);
  const source = {
    label: pluralize(own?.services ?? 0, "running service"),
    href: ofCurrency(ownCurrencyIfMixed(costs, currency)),
    asOf: today,
  };
  const known = (own?.services ?? 0) - (own?.unknown ?? 0);
  const month = money(
    "monthly",
    "Services and licences a month",
    own && known > 0 ? own.monthly : null,
    currency,
    source,
    {
      formula: "amounts a month, and a twelfth of those a year",
    },
  );
  const year = money("yearly", "The same a year", own && known > 0 ? own.monthly * 12 : null, currency, source, {
    formula: "a month × 12",
  });
  const seats = measure(
    "seats",
    "Seats",
    costs.reduce((all, row) => all + row.seats, 0),
    "count",
    {
      href,
      asOf: today,
      label: pluralize(
        costs.reduce((all, row) => all + row.services, 0),
        "running service",
      ),
    },
    { formula: "sum of the seats of each" },
  );
  const otherCurrencyFigures = costs
    .filter((row) => row !== own && row.monthly > 0)
    .map((row) =>
      money(`monthly_${row.currency}`, `A month in ${row.currency}`, row.monthly, row.currency as Currency, {
        ...source,
        label: pluralize(row.services, "running service"),
        href: ofCurrency(row.currency as Currency),
      }),
    );
  const top = costliest.map((one, at) => ({
    ...one,
    figure: money(`service_${at}`, `${one.name}, a month`, one.monthly, currency, {
      label: `${one.kind} ${one.name}`,
      href: `/records/subscriptions/${one.id}`,
      asOf: today,
    }),
  }));
  const [first] = top;
  const unknown = costs.reduce((all, row) => all + row.unknown, 0);
  const many = pluralize(own?.services ?? 0, "service");
  const headline =
    month.value === null
      ? toLine`What services cost in ${currency} is not known: no amount is recorded.`
      : toLine`${many} and licences cost ${month} a month, ${year} a year.`;
  return concluded({
    headline: month.value === null ? null : headline,
    section: {
      title,
      lines: [headline, ...otherCurrencyFigures.map((figure) => otherCurrencyLine(figure, "a month is paid"))],
      table:
        top.length === 0
          ? null
          : { columns: ["Service", "A month"], rows: top.map(({ name, figure }) => [toLine`${name}`, cell(figure)]) },
    },
    answers: {
      ...(month.value === null
        ? {}
        : {
            costs: first ? [...headline, " ", ...toLine`${first.name} costs most: ${first.figure} a month.`] : headline,
          }),
      ...(seats.value
        ? {
            seats: toLine`${seats} seats are paid for, in ${pluralize(
              costs.reduce((all, row) => all + row.services, 0),
              "service",
            )} and licences; how many of them are used is not recorded.`,
          }
        : {}),
    },
    figures: [
      ...(month.value === null ? [] : [month, year]),
      ...(seats.value ? [seats] : []),
      ...otherCurrencyFigures,
      ...top.map(({ figure }) => figure),
    ],
    facts: top.map(({ name, kind, id }) => ({
      kind,
      reference: name,
      value: null,
      asOf: today,
      href: `/records/subscriptions/${id}`,
    })),
    missing: [
      ...(unknown > 0
        ? [{ what: `What ${pluralize(unknown, "service")} cost`, needed: "amount and interval", href }]
        : []),
      ...(seats.value ? [] : [{ what: "Seats", needed: "the number of seats of licences", href }]),
    ],
  });
}
