import type { Origin } from "#contract/origins.ts";
import type { Agreement } from "#features/records/agreements/rows.ts";

/** Somebody the company deals with and has no contract in force with. */
export type Uncovered = {
  side: "customer" | "vendor";
  id: string;
  name: string;
  /** What went through invoices in a year, in the company's currency. */
  amount: number;
  /** How many such there are in all. */
  total: number;
  origin: Origin;
};

/** A contract that has ended and is used all the same. */
export type Outlived = Agreement & { invoicesSince: number; total: number };

/** A vendor whose category says that personal data goes to them, without an agreement about it. */
export type Processor = { id: string; name: string; category: string; total: number; origin: Origin };

/** Words of a vendor's category, as beginnings of words, that say so. */
export const personalData = [
  "payroll",
  "hr",
  "human resources",
  "recruit",
  "benefits",
  "crm",
  "cloud",
  "hosting",
  "email",
  "e-mail",
  "mailing",
  "newsletter",
  "analytics",
  "helpdesk",
  "help desk",
  "backup",
  "survey",
] as const;
