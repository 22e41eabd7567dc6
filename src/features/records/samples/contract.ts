import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { recordKinds } from "#features/records/contract.ts";
import { removal } from "#features/records/removals/contract.ts";

export const addSamples = endpoint("POST", "/api/records/samples", {
  summary: "Adds the records of a made-up company, marked as samples, with days around today.",
  response: z.strictObject({ added: z.number().int(), changed: z.number().int(), unchanged: z.number().int() }),
  access: "member",
  rate: "normal",
});

export const removeSamples = endpoint("DELETE", "/api/records/samples", {
  summary: "Removes every sample; they are kept for 24 hours and can come back.",
  response: removal,
  access: "member",
  rate: "normal",
});

const file = z.strictObject({ fileName: z.string(), csv: z.string() });

export const getTemplate = endpoint("GET", "/api/records/:kind/template", {
  summary:
    "An empty CSV file with the headings of a kind; filled with a made-up company's rows where that is asked for.",
  params: { kind: z.enum(recordKinds) },
  query: { rows: z.enum(["none", "sample"]).optional() },
  response: file,
  access: "viewer",
  rate: "normal",
});
