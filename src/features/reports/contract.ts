import { z } from "zod";
import { addDays } from "#contract/days.ts";
import { endpoint } from "#contract/endpoint.ts";
import { resultUnits } from "#contract/query.ts";
import { standings } from "#features/decisions/contract.ts";
import { outcomes } from "#features/decisions/ledger/contract.ts";
import { currency, day, id, instant, text } from "#contract/words.ts";

/** A calendar month or quarter: "2026-10", "2026-Q3". */
const packPeriod = text(7)
  .regex(/^[12]\d{3}-(?:0[1-9]|1[0-2]|Q[1-4])$/, "Choose a month or a quarter")
  .meta({ examples: ["2026-10"] });

const amount = { unit: z.enum(resultUnits), currency: currency.nullable() };
const known = z.number().nullable();

export const packFigure = z.strictObject({
  label: z.string(),
  ...amount,
  value: known,
  /** The budget, or the target, of the same period; null without one. */
  plan: known,
  lastYear: known,
  before: known,
  /** The rows behind it. */
  href: z.string(),
});
export type PackFigure = z.infer<typeof packFigure>;

/** What a board reads about a month or a quarter. Amounts in other currencies are never converted, so they are not in it. */
export const boardPack = z.strictObject({
  companyName: z.string(),
  period: packPeriod,
  label: z.string(),
  from: day,
  to: day,
  /** When it was put together. */
  asOf: instant,
  currency,
  /** The period is not over. */
  isOpen: z.boolean(),
  figures: z.array(packFigure),
  /** Revenue of 13 months, the last one the period's; empty without revenue. */
  months: z.array(z.strictObject({ label: z.string(), value: known })),
  forecast: z
    .strictObject({
      currency,
      days: z.int(),
      from: day,
      value: z.number(),
      low: z.number(),
      high: z.number(),
      /** The probability that the sum lies between low and high. */
      level: z.number(),
      method: z.string().nullable(),
      href: z.string(),
    })
    .nullable(),
  /** Settled in the period, the largest amounts first; `found` counts those not listed too. */
  decisions: z.strictObject({
    found: z.int(),
    rows: z.array(
      z.strictObject({
        number: z.int(),
        title: z.string(),
        href: z.string(),
        agent: z.string(),
        status: z.enum(standings),
        by: z.string().nullable(),
        on: day.nullable(),
        /** In the company's currency; null if it is not about money. */
        amount: known,
        /** What became of its leading forecast. */
        outcome: z.enum(outcomes),
      }),
    ),
  }),
  /** As of today, whatever the period. */
  risks: z.array(z.strictObject({ label: z.string(), count: z.int(), ...amount, value: known, href: z.string() })),
  workforce: z.array(
    z.strictObject({ agent: z.string(), runs: z.int(), tasks: z.int(), costUsd: z.number(), href: z.string() }),
  ),
  waiting: z.array(
    z.strictObject({
      number: z.int(),
      title: z.string(),
      href: z.string(),
      amount: known,
      until: day,
    }),
  ),
});
export type BoardPack = z.infer<typeof boardPack>;

export const getBoardPack = endpoint("GET", "/api/reports/board-pack", {
  summary:
    "The board pack of a calendar month or quarter: figures against plan and last year, the forecast, decisions with outcomes, risks, the agents' work, what waits.",
  query: { period: packPeriod },
  response: boardPack,
  access: "viewer",
  tool: {
    name: "get_board_pack",
    effect: "read",
    resource: {
      uri: "boardroom://board-pack/{period}",
      title: "Board pack",
      listed: (today) => {
        const period = addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7);
        return [{ uri: `boardroom://board-pack/${period}`, title: `Board pack of ${period}` }];
      },
    },
  },
});

/** How long a link lasts, in days. */
export const linkDays = [7, 30, 90] as const;

export const packLink = z.strictObject({
  id,
  period: packPeriod,
  label: z.string(),
  /** Who made it; null if they are gone. */
  by: z.string().nullable(),
  createdAt: instant,
  expiresAt: instant,
  isExpired: z.boolean(),
  opened: z.int(),
  lastOpenedAt: instant.nullable(),
});
export type PackLink = z.infer<typeof packLink>;

export const listPackLinks = endpoint("GET", "/api/pack-links", {
  summary: "The links to board packs that were not revoked, newest first; at most 100.",
  response: z.array(packLink),
  access: "admin",
});

export const sharePack = endpoint("POST", "/api/pack-links", {
  summary:
    "Keeps a board pack as it is now and makes a link that shows only that; the response has the link, which is never shown again.",
  body: z.strictObject({ period: packPeriod, days: z.union(linkDays.map((days) => z.literal(days))).default(30) }),
  response: z.strictObject({ link: packLink, path: z.string() }),
  access: "admin",
  scope: "browser",
  takesKey: false,
});

export const revokePackLink = endpoint("DELETE", "/api/pack-links/:id", {
  summary: "Ends a link to a board pack and removes what it showed.",
  params: { id },
  response: z.strictObject({ id }),
  access: "admin",
  scope: "browser",
});

export const openSharedPack = endpoint("POST", "/api/shared/board-pack", {
  summary: "The board pack of a link, for whoever holds it.",
  body: z.strictObject({ token: text(43).regex(/^[A-Za-z0-9_-]{43}$/, "This link is incomplete. Copy all of it") }),
  response: z.strictObject({ pack: boardPack, expiresAt: instant }),
  access: "public",
  rate: "anonymous",
  takesKey: false,
});
