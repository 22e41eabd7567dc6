import type { Cost, Currency } from "./words.ts";

/** Uses a proper minus sign. */
export const withMinusSign = (text: string): string => text.replace(/^-|(?<=\D)-(?=[\d$£€¥])/, "−");

const formats = new Map<string, Intl.NumberFormat>();

/** Creating a formatter takes far longer than using it, so each is kept. */
export function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.NumberFormat("en", options);
  formats.set(key, format);
  return format;
}

/** A number with thousands separators: "12,345". */
export const formatNumber = (value: number, decimals = 3): string =>
  withMinusSign(numberFormat({ maximumFractionDigits: decimals }).format(value));

/** "1 open invoice", "12 open invoices". */
/** 12.34 → "12.3%". */
export const percent = (value: number, decimals = 1): string => `${formatNumber(value, decimals)}%`;

export const pluralize = (value: number, one: string, many = `${one}s`, decimals = 1): string =>
  `${formatNumber(value, decimals)} ${value === 1 ? one : many}`;

/** "whole" shows cents below 0.50, "units" never. */
export function formatMoney(
  amount: number,
  currency: Currency,
  digits: "whole" | "units" | "cents" = "whole",
  currencyDisplay: "symbol" | "narrowSymbol" = "symbol",
): string {
  const isWhole = digits === "units" || (digits === "whole" && (Math.abs(amount) >= 0.5 || amount === 0));
  const options = {
    style: "currency",
    currency,
    currencyDisplay,
    ...(isWhole && { maximumFractionDigits: 0 }),
  } as const;
  return withMinusSign(numberFormat(options).format(amount));
}

/** Model costs are billed in US dollars in every company. Those of one call are often below a cent. */
export function formatModelCost(usd: number): string {
  if (usd === 0 || usd >= 0.1) return `US${formatMoney(usd, "USD", "cents")}`;
  return `US$${usd.toFixed(usd < 0.0001 ? 6 : 4)}`;
}

/** "Rules, no cost"; "openai/gpt-6.1-terra, US$0.0012, estimated". `degraded`: the model failed. */
export function formatEngine({ engine, cost, degraded }: { engine: string; cost: Cost; degraded?: boolean }): string {
  const by = degraded ? "Rules, in place of the model" : engine === "rules" ? "Rules" : engine;
  if (cost.state === "zero") return `${by}, no cost`;
  if (cost.usd === null) return `${by}, cost unknown`;
  return `${by}, ${formatModelCost(cost.usd)}${cost.state === "imputed" ? ", estimated" : ""}`;
}

const months = "January February March April May June July August September October November December".split(" ");

/** "9 December 2011"; anything but a day is returned unchanged. */
export function longDay(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  const name = months[Number(month) - 1];
  return name === undefined ? day : `${Number(date)} ${name} ${year}`;
}

/** "9 Dec 2011". */
export const shortDay = (day: string): string => longDay(day).replace(/(?<= \p{L}{3})\p{L}+/u, "");
