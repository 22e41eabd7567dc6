import { z } from "zod";
import { formatMoney } from "#contract/format.ts";
import { currency, id } from "#contract/words.ts";
import type { Forecast, MeasuredBy } from "#features/decisions/contract.ts";
import type { Facts } from "./decision-type.ts";
import { hiddenInForm } from "./form.ts";

/** What a proposal made from records holds besides its form: the rows it is about, and the currency they are in. */
export const ofRecords = {
  rows: hiddenInForm(z.array(id).min(1).max(200)).optional(),
  currency: hiddenInForm(currency).optional(),
};
type OfRecords = { rows?: string[] | undefined; currency?: z.output<typeof currency> | undefined };

/** To the cent, in the currency of the rows. */
export const moneyOf =
  ({ currency: own }: OfRecords, facts: Facts) =>
  (amount: number): string =>
    formatMoney(amount, own ?? facts.currency, Number.isInteger(amount) ? "whole" : "cents");

/** Whether amounts may be added to others of the company: there is no exchange rate. */
export const isOwnCurrency = ({ currency: own }: OfRecords, facts: Facts): boolean =>
  (own ?? facts.currency) === facts.currency;

/** The rows resolve it, or a person if the request names none. */
export function byRecords(
  forecast: Forecast,
  { rows }: OfRecords,
  facts: Facts,
  how: Pick<MeasuredBy, "measure" | "test"> & Partial<MeasuredBy>,
): Forecast {
  if (!rows) return forecast;
  const measuredBy = { from: facts.today, party: null, effect: null, rows, ...how };
  return { ...forecast, resolver: "rule", measuredBy };
}
