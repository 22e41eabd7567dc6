import type { Desk, Flaws } from "#agency/model/desk.ts";

/** Why an answer of a model is not given to people. */
export type Fault = {
  /** What the model is told. */
  request: string;
  /** What people are told if it does no better. */
  sentence: string;
};

type Judged = {
  /** What the model wrote, before its citations became figures. */
  written: unknown;
  desk: Desk;
  flaws: Flaws;
  /** Whether it must be based on facts of the company alone. */
  isAnswer: boolean;
  /** What was asked; null: no person asked in words. */
  question: string | null;
  /** What an owner asks of every answer. */
  instructions: string;
};

const longest = 4_000;

/** The sentences of an answer that state something. */
function statementsOf(written: unknown): string {
  const { headline, points } = written as { headline?: unknown; points?: unknown };
  return [headline, ...(Array.isArray(points) ? (points as unknown[]) : [])]
    .filter((one) => typeof one === "string")
    .join("\n")
    .slice(0, longest);
}

/** The first thing wrong with an answer; null: it can be given. */
export async function faultIn(judged: Judged): Promise<Fault | null> {
  const { written, desk, flaws, isAnswer, question, instructions } = judged;
  if (flaws.hasUnknownFact)
    return {
      request: "It cites a fact that does not exist. Cite only ids of facts you have read.",
      sentence: "The model cited facts that don't exist.",
    };
  if (isAnswer && flaws.unverified.length > 0)
    return {
      request: `These numbers are in nothing you have read: ${flaws.unverified.join(", ")}. Read and cite them as facts, or leave them out.`,
      sentence: "The model stated numbers that it had not read.",
    };
  const statements = statementsOf(written);
  const { answered } = written as { answered?: unknown };
  // What it proposes is calculated by rules.
  const hasCited =
    desk.facts.length > 0 || desk.proposals.length > 0 || /\{f\d{1,4}\}/.test(statements) || desk.cites(statements);
  // A model may say that the facts do not answer, once it has read some; and where there are none, it cites none.
  const hasNoneToCite = desk.hasResults && (answered === false || !desk.hasFigures);
  if (isAnswer && !hasCited && !hasNoneToCite)
    return {
      request: "It cites no fact. Read the facts it needs with the actions, and cite them.",
      sentence: "The model answered without reading your company's data.",
    };
  if (!question) return null;
  // Loaded with the first answer: a company without a model needs no detector.
  const { foreignLanguage } = await import("#agency/model/language.ts");
  const language = foreignLanguage(statements, question, `${question}\n${instructions}`);
  if (language)
    return {
      request: `It is in ${language}. Answer in the language of the question.`,
      sentence: "The model answered in another language than the question's.",
    };
  return null;
}
