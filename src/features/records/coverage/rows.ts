import type { Origin } from "#contract/origins.ts";
import type { Agreement } from "#features/records/agreements/rows.ts";

/** A customer or vendor without a contract in force. */
export type Uncovered = {
  side: "customer" | "vendor";
  id: string;
  name: string;
  /** Invoiced in a year, in the company's currency. */
  amount: number;
  /** The total, including those not listed. */
  total: number;
  origin: Origin;
};

/** An ended contract that is still in use. */
export type Outlived = Agreement & { invoicesSince: number; total: number };

/** A vendor that by its category processes personal data, without a data protection agreement. */
export type Processor = { id: string; name: string; category: string; total: number; origin: Origin };

/** Beginnings of words in a vendor's category that imply personal data. */
export const personalData: readonly string[] =
  "payroll,hr,human resources,recruit,benefits,crm,cloud,hosting,email,e-mail,mailing,newsletter,analytics,helpdesk,help desk,backup,survey".split(
    ",",
  );
