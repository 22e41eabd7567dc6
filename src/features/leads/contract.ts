import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { email, lengths, required, text, typed } from "#contract/words.ts";

const line = (sentence: string) =>
  required(lengths.name, sentence).refine((given) => !/[\r\n]/.test(given), "Use one line");

export const lead = z.strictObject({
  name: line("Name is required"),
  email,
  company: line("Company is required"),
  message: typed(lengths.reason).default(""),
  consent: z.literal(true, "Please agree so that we may answer you"),
  /** Honeypot: people do not see this field, so only bots fill it in. */
  website: text(lengths.reason).default(""),
});
export type Lead = z.infer<typeof lead>;

export const requestDemo = endpoint("POST", "/api/leads", {
  summary: "Asks the operator for a demo; stored once, for the operator alone.",
  body: lead,
  response: z.strictObject({ message: z.string() }),
  access: "public",
  rate: "lead",
});
