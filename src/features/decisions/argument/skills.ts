import { z } from "zod";
import type { Desk, ModelText } from "#agency/model/desk.ts";
import { promptOf } from "#agency/prompt.ts";
import { defineModelSide, defineSkill, type Skill } from "#agency/skill.ts";
import { notFound } from "#contract/errors.ts";
import type { Figure } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { argument, type Argument } from "#features/decisions/argument/contract.ts";
import type { FormField, Step } from "#features/decisions/contract.ts";
import { numberFrom } from "#features/decisions/proposal/written.ts";
import * as store from "#features/decisions/store.ts";
import { formOf } from "#features/decisions/types/form.ts";
import { decisionType } from "#features/decisions/types/registry.ts";
import { dayIn } from "#platform/clock.ts";
import { read } from "#platform/db/transaction.ts";

const input = z.strictObject({ decisionId: z.uuid(), decisionType: z.string() });
const output = argument.nullable();

const written = z.strictObject({
  headline: z.string().min(1).max(600).describe("Why to approve or reject it, in one or two sentences; facts as {f1}."),
  points: z.array(z.string().max(600)).max(6).describe("The reasons, one sentence each, for and against."),
  options: z
    .array(z.strictObject({ title: z.string().min(1).max(100), detail: z.string().max(400) }))
    .max(3)
    .describe("Options that the calculation does not compare; none if there are none."),
  risks: z.array(z.string().max(300)).max(5).describe("Risks that are not named yet."),
  found: z
    .array(z.strictObject({ input: z.string().max(60), fact: z.string().max(10) }))
    .max(10)
    .describe("Open inputs for which you read a fact: the input's name and the fact's id."),
  confidence: z.number().min(0).max(1).describe("How sure you are of the recommendation; at most the calculation's."),
});

const task =
  "Argue your own proposal for the person who decides. Its calculation is given and final. Read the records it touches, then say what speaks for and against it, which options and risks it leaves out, and which of its open inputs the records answer.";

/** An agent argues its own proposal with a language model. Rules return null: they can't add to the calculation. */
export const argue: Skill<typeof input, typeof output> = defineSkill({
  id: "decisions.argument",
  label: "Argument",
  roles: agentRoleIds,
  capability: null,
  isQuiet: true,
  input,
  output,
  rules: async () => null,
  prompt: (agent) => promptOf(agent, task),
  model: defineModelSide({
    purpose: "plan",
    written,
    maxOutputTokens: 2_500,
    async prepare(session, { decisionId }) {
      const modelText = await session.step("Read the proposal", (ctx) =>
        read(ctx, async (tx) => {
          const row = await store.find(tx, decisionId);
          if (!row) throw notFound();
          // A person has already settled it.
          if (row.status !== "pending") return null;
          return describeDecision(row, dayIn(row.createdAt, tx.timeZone), tx.currency);
        }),
      );
      return { modelText, output: null };
    },
    bind(argument, { desk, currency, input: { decisionType: type } }): Argument {
      const first = desk.bind(argument.headline);
      const lines = argument.points.map((point) => desk.bind(point));
      const figures = desk.cited([first, ...lines]);
      const found = boundInputs(argument.found, type, { desk, currency });
      return {
        headline: first,
        sections: lines.length > 0 ? [{ title: "Reasons", lines, table: null }] : [],
        figures: [...figures, ...found.map(({ source }) => source).filter((one) => !figures.includes(one))],
        facts: [...desk.facts],
        missing: [],
        proposals: [],
        options: argument.options.map(({ title, detail }) => ({
          title: desk.write(title),
          detail: desk.write(detail),
        })),
        risks: argument.risks.map((risk) => desk.write(risk)),
        found: found.map(({ source, ...one }) => ({ ...one, figure: source.id })),
        confidence: argument.confidence,
      };
    },
  }),
});

/** The open inputs of a type whose fact fits them. */
function boundInputs(
  inputs: readonly { input: string; fact: string }[],
  type: string,
  { desk, currency }: { desk: Desk; currency: string },
) {
  const fields = formOfType(type);
  return inputs.flatMap(({ input: name, fact }) => {
    const field = fields.find((one) => one.name === name);
    const source = desk.figure(fact);
    const value = field && source && numberFrom(source, field, currency);
    return field && source && typeof value === "number" ? [{ name, label: field.label, value, source }] : [];
  });
}

function formOfType(id: string): FormField[] {
  const type = decisionType(id);
  return type ? formOf(type.context) : [];
}

const units: Record<Step["unit"], Figure["unit"]> = {
  money: "money",
  percent: "share",
  months: "months",
  days: "days",
  count: "count",
  score: "score",
};

const notNumbers: readonly FormField["unit"][] = ["text", "date", "choice", "list"];
const isNumber = (unit: FormField["unit"]): boolean => !notNumbers.includes(unit);

/** A proposal as text for the model: the calculation's figures and the inputs that are still open. */
function describeDecision(row: store.DecisionRow, day: string, companyCurrency: string): ModelText {
  const { working, metadata, title, description, recommendation, confidence } = row;
  const source = { label: `the calculation of D-${row.number}`, href: `/decisions/${row.id}`, asOf: day };
  const figures = working.steps.map(
    ({ name, formula, value, unit }, at): Figure => ({
      id: `s${at + 1}`,
      label: name,
      value: value !== null && unit === "percent" ? value / 100 : value,
      unit: units[unit],
      currency: unit === "money" ? (companyCurrency as Figure["currency"]) : null,
      range: null,
      formula,
      source,
    }),
  );
  const form = formOfType(row.decisionType);
  const open = form.filter(({ name, unit }) => isNumber(unit) && !(name in row.context));
  // Without the request's numbers: the calculation has them as figures that can be cited.
  const textInputs = form.flatMap(({ name, label, unit }) => {
    const value = row.context[name];
    return isNumber(unit) || typeof value !== "string" ? [] : `- ${label}: ${value}`;
  });
  const lines = [
    `Proposal: ${title}`,
    description,
    `Recommendation: ${recommendation}`,
    `Confidence of the calculation: ${Math.round(confidence * 100)}%`,
    ...(textInputs.length > 0 ? ["Request:", ...textInputs] : []),
    "Calculation:",
    ...figures.map(({ id, label }) => `- ${label}: {${id}}`),
    "Alternatives it compares:",
    ...row.alternatives.map((one) => `- ${one.title}: ${one.detail}`),
    "Risks it names:",
    ...metadata.risks.map((risk) => `- ${risk}`),
    "Evidence:",
    ...row.evidence.map((one) => `- ${one.kind}, ${one.reference}: ${one.found ? one.value : "missing"}`),
    "Open inputs (name: label):",
    ...open.map(({ name, label, unit }) => `- ${name}: ${label} (${unit})`),
  ];
  return { text: lines.filter(Boolean).join("\n"), figures, facts: [], origins: [row.origin] };
}
