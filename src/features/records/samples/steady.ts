import { addDays } from "#contract/days.ts";
import type { Sample } from "#features/records/samples/sample.ts";

/** Monthly spend by channel, its leads in half a year, and those won: search returns far more than events. */
const channels = [
  { channel: "search", vendor: "Adverta", monthly: 3_200, leads: 30, won: 8, worth: 18_000 },
  { channel: "events", vendor: "Hallmark Events", monthly: 7_400, leads: 28, won: 2, worth: 15_000 },
  { channel: "outbound", vendor: "Mailspring", monthly: 1_500, leads: 12, won: 1, worth: 11_000 },
  { channel: "referral", vendor: "Pixelworks Studio", monthly: 900, leads: 10, won: 3, worth: 14_000 },
] as const;
const halfYearDays = 174;
/** Days until a lead is won or lost. */
const daysToClose = 45;
const months = [0, 1, 2, 3, 4, 5] as const;

type SampleContext = { today: string; currency: string; nameOf: (at: number) => string; people: readonly string[] };

/** Monthly bills of each channel, and fortnightly hosting bills: the last is four times the usual amount. */
export function steadyBills({ today, currency }: SampleContext): Sample[] {
  const bill = (id: string, ago: number, fields: Sample["fields"]): Sample => ({
    externalId: `sample-invoice-${id}`,
    fields: {
      number: `B-${id.toUpperCase()}`,
      direction: "payable",
      customerName: null,
      issuedOn: addDays(today, -ago),
      dueOn: addDays(today, 30 - ago),
      paidOn: ago > 30 ? addDays(today, 27 - ago) : null,
      currency,
      status: ago > 30 ? "paid" : "open",
      channel: null,
      notes: null,
      ...fields,
    },
  });
  return [
    ...channels.flatMap(({ channel, vendor, monthly }) =>
      months.map((month) =>
        bill(`${channel}-${month + 1}`, 12 + 30 * month, {
          vendorName: vendor,
          amount: monthly + 20 * ((month * 3) % 5),
          category: "Marketing",
          channel,
        }),
      ),
    ),
    ...Array.from({ length: 18 }, (_, at) =>
      bill(`hosting-${at + 1}`, 9 + 14 * at, {
        vendorName: "Cloudbase Hosting",
        amount: at === 0 ? 2_480 : 590 + 15 * ((at * 2) % 5),
        category: "Infrastructure",
      }),
    ),
  ];
}

/** The leads of each channel over half a year; the newest are still open. */
export function steadyLeads({ today, currency, nameOf, people }: SampleContext): Sample[] {
  return channels.flatMap(({ channel, leads, won, worth }, place) => {
    const ages = Array.from({ length: leads }, (_, at) => 3 + Math.floor((at * halfYearDays) / leads));
    const settled = ages.filter((age) => age > daysToClose).length;
    return ages.map((age, at): Sample => {
      const on = (days: number) => addDays(today, days);
      // Won leads are spread evenly over the closed ones.
      const order = at - (leads - settled);
      const isWon = order >= 0 && Math.floor(((order + 1) * won) / settled) > Math.floor((order * won) / settled);
      const isOpen = order < 0;
      const closedOn = isOpen ? null : on(Math.min(-1, daysToClose - 3 - age));
      const customerName = nameOf(at * 3 + place * 11 + 2);
      return {
        externalId: `sample-deal-${channel}-${at + 1}`,
        fields: {
          name: `First order ${customerName}`,
          customerName,
          stage: isOpen ? (age > 20 ? "qualified" : "lead") : isWon ? "won" : "lost",
          amount: worth + 500 * ((at * 7) % 9) - 2_000,
          currency,
          probability: null,
          channel,
          ownerName: people[(at + place) % people.length] ?? null,
          openedOn: on(-age),
          expectedCloseOn: closedOn ?? on(daysToClose - Math.min(age, daysToClose) + 10),
          lastActivityOn: closedOn ?? on(-Math.min(age, 2 + (at % 6))),
          closedOn,
          nextStep: isOpen ? "Ask what they need" : null,
          notes: null,
        },
      };
    });
  });
}
