import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { recordKinds } from "#features/records/contract.ts";
import { removal } from "#features/records/removals/contract.ts";

export const addSamples = endpoint("POST", "/api/records/samples", {
  summary: "Adds the records of a sample company, marked as samples, with days around today.",
  response: z.strictObject({ added: z.number().int(), changed: z.number().int(), unchanged: z.number().int() }),
  access: "member",
  rate: "normal",
});

export const listSampleKinds = endpoint("GET", "/api/records/samples", {
  summary: "The kinds of records that include samples.",
  response: z.array(z.enum(recordKinds)),
  access: "viewer",
  rate: "polled",
});

export const removeSamples = endpoint("DELETE", "/api/records/samples", {
  summary: "Removes every sample; they can be restored for 24 hours.",
  response: removal,
  access: "member",
  rate: "normal",
});

const file = z.strictObject({ fileName: z.string(), csv: z.string() });

export const getTemplate = endpoint("GET", "/api/records/:kind/template", {
  summary: "A CSV file with the headings of a kind, optionally with sample rows.",
  params: { kind: z.enum(recordKinds) },
  query: { rows: z.enum(["none", "sample"]).optional() },
  response: file,
  access: "viewer",
  rate: "normal",
});
