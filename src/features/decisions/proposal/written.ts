import { z } from "zod";
import type { Desk, ModelText } from "#agency/model/desk.ts";
import type { Persona } from "#agency/persona.ts";
import { skillRefusal } from "#agency/policy.ts";
import type { RunSession, SkillTool } from "#agency/skill.ts";
import { AppError } from "#contract/errors.ts";
import { formatMoney } from "#contract/format.ts";
import { type Figure, formatFigure } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import { type FormField, ownPage } from "#features/decisions/contract.ts";
import { commonContext } from "#features/decisions/types/context.ts";
import { fieldsOf, formOf } from "#features/decisions/types/form.ts";
import { decisionType, readContext, types } from "#features/decisions/types/registry.ts";

/** A figure as a number in the field's unit; null if it is of another kind or currency. */
export function numberFrom(figure: Figure, field: Pick<FormField, "unit">, companyCurrency: string): number | null {
  const { value, unit } = figure;
  if (value === null || isForeign(figure, companyCurrency)) return null;
  if (unit === "share") return field.unit === "share" ? value : field.unit === "percent" ? value * 100 : null;
  return unit === field.unit || (field.unit === "count" && unit === "score") ? value : null;
}

/** Whether it is money in another currency: there is no exchange rate. */
const isForeign = ({ unit, currency }: Figure, companyCurrency: string): boolean =>
  unit === "money" && currency !== null && currency !== companyCurrency;

const textOnly = (text: string): ModelText => ({ text, figures: [], facts: [], origins: [] });

/** Tools for a model to look up decision types and propose decisions. They become decisions when the run ends. */
export const proposalTools = ({ agent, ctx: { currency } }: Pick<RunSession, "agent" | "ctx">): SkillTool[] => {
  const own = types.filter((type) => skillRefusal(agent, type) === null && canFill(type));
  if (own.length === 0) return [];
  return [
    {
      id: "decision_types",
      description: "Lists the decisions you can propose, with the fields of each. Look here before propose_decision.",
      input: z.strictObject({}),
      use: async () =>
        textOnly(
          [
            ...own.map(({ id, label, context }) =>
              [`${id}: ${label}`, ...fillable(context).filter(isTypeSpecific).map(describeField)].join("\n"),
            ),
            ["Fields of every one:", ...fieldsOf(commonContext).filter(isFillable).map(describeField)].join("\n"),
          ].join("\n\n"),
        ),
    },
    {
      id: "propose_decision",
      description:
        "Proposes a decision, only where it was asked what to do. Its formula is computed and a person decides. Give each field as a fact you have read, or as words or numbers from the question.",
      input: proposed,
      async use(given, desk) {
        const { reason, ...proposal } = bindProposal(proposed.parse(given), { agent, currency, desk });
        desk.propose({ ...proposal, reason });
        return textOnly("Noted. It will be evaluated and shown to a person when you have answered.");
      },
    },
  ];
};

/** The fields a model can give: lists are for people, and its evidence is what it cites. */
const isFillable = ({ unit }: FormField): boolean => unit !== "list";
const fillable = (context: z.ZodType): FormField[] => formOf(context).filter(isFillable);

const common = new Set(Object.keys(commonContext));
const isTypeSpecific = ({ name }: FormField): boolean => !common.has(name);

const canFill = ({ context }: (typeof types)[number]): boolean =>
  formOf(context).every(({ unit, required }) => unit !== "list" || !required);

const proposed = z.strictObject({
  decisionType: z.string().max(60),
  reason: z.string().min(1).max(500).describe("Why, in one sentence; facts cited as {f1}."),
  fields: z
    .array(
      z.strictObject({
        name: z.string().max(60),
        fact: z.string().max(10).nullable().describe("The id of a fact, such as f1, for a number; else null."),
        text: z
          .string()
          .max(500)
          .nullable()
          .describe("Words, a choice, a date or a number of the question; else null."),
      }),
    )
    .max(25),
});

function describeField({ name, label, unit, required, hint, options }: FormField): string {
  const kinds = unit === "choice" ? options.map(({ value }) => value).join(" or ") : unit;
  return `- ${name}${required ? " (required)" : ""}: ${label}, ${kinds}${hint ? `. ${hint}` : ""}`;
}

const describeAllowedTypes = (agent: Persona): string =>
  `You can propose ${types
    .filter((type) => skillRefusal(agent, type) === null && canFill(type))
    .map(({ id }) => id)
    .join(", ")}.`;

type Binding = { agent: Persona; currency: string; desk: Desk };

function bindProposal(
  { decisionType: id, reason, fields }: z.output<typeof proposed>,
  { agent, currency, desk }: Binding,
) {
  const type = decisionType(id);
  if (!type) throw new AppError("unprocessable", `There is no decision type "${id}". ${describeAllowedTypes(agent)}`);
  const refusal = skillRefusal(agent, type);
  if (refusal) throw refusal;
  const form = formOf(type.context);
  const used: Figure[] = [];
  const context = fields.map(({ name, fact, text }): [string, unknown] => {
    const field = form.find((one) => one.name === name && one.unit !== "list");
    if (!field) {
      const names = fillable(type.context).map((one) => one.name);
      throw new AppError("unprocessable", `${id} has no field "${name}". Its fields are ${names.join(", ")}.`);
    }
    const figure = fact === null ? null : desk.figure(fact);
    if (fact !== null && !figure) throw new AppError("unprocessable", `There is no fact "${fact}".`);
    if (figure) {
      used.push(figure);
      return [name, numberOf(figure, field, { fact, currency })];
    }
    return [name, parseValue(text ?? "", field, { currency, desk })];
  });
  const evidence = used.map((figure) => ({
    kind: "Figure",
    reference: `${figure.label}, ${figure.source.label}`.slice(0, 255),
    value: formatFigure(figure),
    ...(figure.source.asOf ? { asOf: figure.source.asOf } : {}),
    ...(ownPage.safeParse(figure.source.href).success ? { href: figure.source.href } : {}),
  }));
  const read = readContext(type, {
    ...Object.fromEntries(context),
    ...(evidence.length > 0 ? { evidence: evidence.slice(0, 20) } : {}),
  });
  if ("refused" in read) throw new AppError("unprocessable", read.refused);
  return { decisionType: id, context: read.context as Record<string, unknown>, reason: desk.write(reason) };
}

function numberOf(figure: Figure, field: FormField, cited: { fact: string | null; currency: string }): number {
  const value = numberFrom(figure, field, cited.currency);
  if (value !== null) return value;
  const [has, needs] = isForeign(figure, cited.currency)
    ? [figure.currency, cited.currency]
    : [figure.unit, field.unit];
  throw new AppError("unprocessable", `${cited.fact} is in ${has}; ${field.name} needs ${needs}.`);
}

/** Parses a value given as text; a number must be in the question or in a fact the model read. */
function parseValue(text: string, field: FormField, { currency, desk }: Omit<Binding, "agent">): unknown {
  if (field.unit === "choice" || field.unit === "date") return text;
  if (field.unit === "text") return desk.write(text);
  const [sign] = /[$£€¥]/.exec(text) ?? [];
  if (sign && field.unit === "money" && !formatMoney(0, currency as Currency, "whole", "narrowSymbol").includes(sign))
    throw new AppError("unprocessable", `${field.name} needs ${currency}, not ${text}.`);
  const number = Number(text.replaceAll(/[,%$£€¥\s]/g, ""));
  if (text === "" || !Number.isFinite(number)) throw new AppError("unprocessable", `${field.name} must be a number.`);
  if (!desk.hasRead(text, field.unit === "money" ? currency : undefined))
    throw new AppError(
      "unprocessable",
      `${field.name}: ${text} stands neither in the question nor in a fact. Cite a fact or leave the field out.`,
    );
  return field.unit === "share" && text.includes("%") ? number / 100 : number;
}
