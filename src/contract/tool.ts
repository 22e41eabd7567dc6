import type { z } from "zod";

/** Whether a tool only reads, adds something, changes what exists, or may lead to something outside the company. */
type ToolEffect = "read" | "add" | "change" | "external";

/** One thing of the company that a read gives by its id, and the page that opens it. */
export type Thing = {
  /** The id that search gives and fetch takes, with the names of the call's input: "record/:kind/:id". */
  id: string;
  /** The page's path. */
  page: (named: Readonly<Record<string, string>>) => string;
};

/** A call as a tool of assistants: it passes the same checks and limits as any other call, with the same effects. */
export type Tool<Answer = never> = {
  /** A verb and a noun: "list_records". */
  name: string;
  effect: ToolEffect;
  /** When to use it, beyond the call's summary. */
  hint?: string;
  /** Inputs that the call takes as JSON texts, by name; tools take the values. */
  json?: Readonly<Record<string, z.ZodType>>;
  thing?: Thing;
  /** Also read as a resource at this URI; if it has inputs in braces, `listed` names those worth listing on a day. */
  resource?: { uri: string; title: string; listed?: (today: string) => { uri: string; title: string }[] };
  /** The pending decision that a write became; null if it needs nobody's approval. */
  waitsFor?: (answer: Answer) => string | null;
};
