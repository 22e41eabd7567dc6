import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { currency, day, lengths, required, text } from "#contract/words.ts";
import { companyName } from "#features/accounts/contract.ts";
import { agent } from "#features/agents/contract.ts";
import { metricName } from "#features/metrics/contract.ts";

export const industries = [
  "Technology",
  "Healthcare",
  "Financial Services",
  "Manufacturing",
  "Retail",
  "Education",
  "Real Estate",
  "Professional Services",
  "Media & Entertainment",
  "Transportation",
  "Energy",
  "Government",
  "Other",
] as const;

export const departments = [
  "Sales",
  "Legal",
  "Operations",
  "Customer Success",
  "Marketing",
  "Finance",
  "Human Resources",
  "Product Development",
  "Engineering",
  "Support",
] as const;
export type Department = (typeof departments)[number];

/** In characters, as a description or as JSON. */
const maxGoals = 10_000;
const maxDepth = 20;
const minGoals = 10;
export const maxTargets = 20;

export type Goals = Record<string, unknown> | unknown[];

/** Rounds to the number of decimals the database stores. */
export const roundTo =
  (decimals: number) =>
  (value: number): number =>
    Number(value.toFixed(decimals));

const depthOf = (value: unknown, depth = 0): number =>
  typeof value === "object" && value !== null && depth <= maxDepth
    ? Math.max(depth, ...Object.values(value).map((inner) => depthOf(inner, depth + 1)))
    : depth;

function isStorable(goals: Goals): boolean {
  const texts: string[] = [];
  JSON.stringify(goals, (key, value) => {
    texts.push(key, typeof value === "string" ? value : "");
    return value as unknown;
  });
  const storable = text(maxGoals);
  return texts.every((each) => storable.safeParse(each).success);
}

/** Goals as a person typed them: the description alone, or JSON. */
export function goalsText(goals: Goals, space = 2): string {
  const entries = Object.entries(goals);
  const [first] = entries;
  if (!first) return "";
  const isPlain = entries.length === 1 && first[0] === "description" && typeof first[1] === "string";
  return isPlain ? (first[1] as string) : JSON.stringify(goals, null, space);
}

/** Parses typed goals: a JSON object or array as it is, any other text as a description. */
export function goalsOf(typed: string): Goals {
  try {
    const parsed: unknown = JSON.parse(typed);
    if (typeof parsed === "object" && parsed !== null) return parsed as Goals;
  } catch {
    // Plain text.
  }
  return { description: typed.trim() };
}

const tooShort = "Goals must be at least 10 characters";
const goals = z
  .union([z.record(z.string(), z.unknown()), z.array(z.unknown())], tooShort)
  .refine((value) => depthOf(value) <= maxDepth, `Goals in JSON can have at most ${maxDepth} levels`)
  .refine((value) => goalsText(value, 0).length <= maxGoals, "Use at most 10,000 characters")
  .refine((value) => goalsText(value).trim().length >= minGoals, tooShort)
  .refine(isStorable, "Contains characters that cannot be stored")
  .meta({ examples: [{ description: "Revenue of 2 million by the end of 2027" }] });

const setupFields = {
  name: companyName,
  industry: z.enum(industries, "Please select an industry"),
  departmentsActive: z
    .array(z.enum(departments))
    .min(1, "Please select at least one department")
    .refine((list) => new Set(list).size === list.length, "A department is selected twice"),
  /** A month's revenue as the owner states it, in the company's currency; unchanged if omitted. */
  monthlyRevenue: z.number().min(0, "Must be 0 or more").max(1e15).overwrite(roundTo(2)).nullable(),
};

/** The form, with the goals as typed. */
export const companyForm = z.strictObject({
  ...setupFields,
  goals: z.string().superRefine((typed, context) => {
    const issue = goals.safeParse(goalsOf(typed)).error?.issues[0];
    if (issue) context.addIssue(issue.message);
  }),
});
export type CompanyForm = z.infer<typeof companyForm>;

/** Totals to reach are recorded as figures, dated on the last day of their period. */
const target = z.strictObject({
  text: z.string(),
  /** Such as "revenue"; its target is the figure "revenue_target". Null if unread. */
  metric: z.string().nullable(),
  target: z.number().nullable(),
  date: day.nullable(),
  /** The period its text names; null if it names none. */
  period: z.enum(["month", "quarter", "half-year", "year"]).nullable(),
});

export const companyDetails = z.strictObject({
  name: z.string(),
  industry: z.enum(industries).nullable(),
  goals: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]),
  departmentsActive: z.array(z.enum(departments)),
  monthlyRevenue: z.number().nullable(),
  monthlyRevenueCurrency: currency.nullable(),
  targets: z.array(
    target.extend({
      /** The recorded target's currency; null unless it is money. */
      currency: currency.nullable(),
      /** Whether the target is recorded, so that agents measure the pace towards it. */
      isTracked: z.boolean(),
    }),
  ),
  /** Metrics a goal can be set for. */
  metrics: z.array(z.string()),
  /** Change with the form's values and the goals; a save sends the version it is based on. */
  version: z.string(),
  targetsVersion: z.string(),
});
export type CompanyDetails = z.infer<typeof companyDetails>;

export const getDetails = endpoint("GET", "/api/company/details", {
  summary: "The company's setup: name, industry, departments, goals as written, and the targets read from them.",
  response: companyDetails,
  access: "viewer",
});

export const listProfiles = endpoint("GET", "/api/company/agent-profiles", {
  summary: "The agents to choose from in the setup, in the order of their roles.",
  response: z.array(agent.pick({ id: true, name: true, role: true, status: true })),
  access: "viewer",
});

/** The version a save is based on; without it, the save overwrites changes by others. */
const version = text(64).optional();

const setupBody = z.strictObject({ ...setupFields, goals, monthlyRevenue: setupFields.monthlyRevenue.optional() });
const saved = { response: companyDetails } as const;

export const setupCompany = endpoint("POST", "/api/company/setup", {
  summary: "Saves the company's setup and reads metric, target and date from the goals, to be checked by a person.",
  body: setupBody.extend({ version }),
  access: "admin",
  ...saved,
});

export const replaceSetup = endpoint("PUT", "/api/company/setup", {
  summary: "Saves the company's setup like POST, whatever it was.",
  body: setupBody,
  access: "admin",
  ...saved,
});

const suffixLength = "_target".length;
export const goalTarget = z.strictObject({
  text: required(500, "Goal is required"),
  metric: metricName
    .max(lengths.name - suffixLength)
    .refine((name) => !name.endsWith("_target"), "Name the metric itself, not its target")
    .nullable(),
  target: z.number().overwrite(roundTo(4)).positive("Must be more than 0").max(1e15).nullable(),
  date: day.nullable(),
});
export type GoalTarget = z.infer<typeof goalTarget>;

export const setTargets = endpoint("PUT", "/api/company/goals", {
  summary: "Corrects the goals' metric, target and date; complete goals are recorded as target figures.",
  body: z.strictObject({ targets: z.array(goalTarget).max(maxTargets, `Use at most ${maxTargets} goals`), version }),
  response: companyDetails,
  access: "admin",
});
