import { currencies } from "#contract/words.ts";

export type FieldType = "line" | "text" | "email" | "money" | "number" | "whole" | "share" | "day" | "flag" | "choice";

/** A field of a kind of records: its label, its headings in files, and how cells are parsed. */
export type Field = {
  name: string;
  label: string;
  type: FieldType;
  /** Required, and without a default. */
  required?: true;
  choices?: readonly string[];
  /** Other spellings of a choice in files. */
  words?: Readonly<Record<string, string>>;
  /** What a word of a choice says about other fields: a "credit memo" in a column of types. */
  says?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The field that keeps the word a file uses for a choice, such as the company's own name of a stage. */
  wordIn?: string;
  /** Other headings of this field, in lower case letters and digits. */
  headings?: readonly string[];
  /** An amount that may be negative. */
  signed?: true;
  /** About a person: a name, an address, free text. */
  personal?: true;
  /** Of a row only members and admins may see; sums of many rows stay visible to all. */
  confidential?: true;
  /** How a value is stored: "2026-03-14" as the first of its month, an account number by its last digits. */
  clean?: (value: string) => string;
};

export const email: Field = {
  name: "email",
  label: "Email",
  type: "email",
  personal: true,
  headings: ["emailaddress", "mail", "contactemail"],
};
export const owner: Field = {
  name: "ownerName",
  label: "Owner",
  type: "line",
  personal: true,
  headings: ["accountowner", "dealowner", "accountmanager", "assignee", "assignedto", "responsible", "salesrep"],
};
export const notes: Field = {
  name: "notes",
  label: "Notes",
  type: "text",
  personal: true,
  headings: ["note", "comment", "comments", "remarks", "memo"],
};
export const currency: Field = {
  name: "currency",
  label: "Currency",
  type: "choice",
  choices: currencies,
  words: { "€": "EUR", "£": "GBP", "₹": "INR", zł: "PLN", r$: "BRL", us$: "USD" },
  headings: ["currencycode", "curr", "isocurrency"],
};
export const customer: Field = {
  name: "customerName",
  label: "Customer",
  type: "line",
  personal: true,
  headings: [
    "client",
    "clientname",
    "account",
    "accountname",
    "company",
    "companyname",
    "billto",
    "organization",
    "organisation",
  ],
};
export const vendor: Field = {
  name: "vendorName",
  label: "Vendor",
  type: "line",
  headings: ["supplier", "suppliername", "provider", "payee", "billfrom"],
};
export const channel: Field = {
  name: "channel",
  label: "Channel",
  type: "line",
  headings: ["leadsource", "utmsource", "originalsource"],
};
export const choice = (
  name: string,
  label: string,
  choices: readonly string[],
  words: Record<string, string> = {},
  headings: string[] = [],
  says: NonNullable<Field["says"]> = {},
): Field => ({ name, label, type: "choice", choices, words, headings, says });
export const day = (name: string, label: string, ...headings: string[]): Field => ({
  name,
  label,
  type: "day",
  headings,
});
export const line = (name: string, label: string, ...headings: string[]): Field => ({
  name,
  label,
  type: "line",
  headings,
});
export const money = (name: string, label: string, ...headings: string[]): Field => ({
  name,
  label,
  type: "money",
  headings,
});
export const whole = (name: string, label: string, ...headings: string[]): Field => ({
  name,
  label,
  type: "whole",
  headings,
});
export const signed = (field: Field): Field => ({ ...field, signed: true });
export const personal = (field: Field): Field => ({ ...field, personal: true });
export const needed = (field: Field): Field => ({ ...field, required: true });
