import { allSamples } from "../samples.ts";
import type { Agent } from "#features/agents/contract.ts";
import type { FormColumn, FormField } from "#features/decisions/contract.ts";
import { listDecisionTypes, makeDecision } from "#features/decisions/contract.ts";
import { addRecord, recordKinds } from "#features/records/contract.ts";
import { exampleRow } from "../example-rows.ts";
import { type Extent, type LongTrial, longTrials, headerTrials } from "../long-texts.ts";
import { sendRaw } from "../raw.ts";
import type { Member } from "../world.ts";
import type { HostileGround } from "./hostile-ground.ts";
import type { Input } from "./hostile-input.ts";

/** A long text in every place of every call: of the samples, of every kind of record and of every type of decision. */
export async function hostileRequests(on: HostileGround, extent: Extent): Promise<Input[]> {
  const samples = [
    ...allSamples().map(({ endpoint, good }) => ({ endpoint, sample: good(on.ground) })),
    ...recordSamples(),
    ...(await decisionSamples(on.ground.member, on.agents)),
  ];
  const trials = [
    ...samples.flatMap(({ endpoint, sample }) => longTrials(endpoint, sample, extent)),
    ...headerTrials(extent),
  ];
  return trials.map((trial) => ({ name: trial.name, send: () => send(on, trial) }));
}

async function send({ server, ground }: HostileGround, trial: LongTrial): Promise<string | null> {
  const { method, path, body } = trial;
  const headers = {
    ...(ground.member.cookie ? { cookie: ground.member.cookie } : {}),
    ...(method === "GET" ? {} : { "sec-fetch-site": "same-origin" }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...trial.headers,
  };
  const { status, text } = await sendRaw(server, { method, path, headers, body });
  return status < 500 ? null : `${status} ${text}`;
}

/** A good request for every kind of record. */
export const recordSamples = () =>
  recordKinds.map((kind) => {
    const { externalId, fields } = exampleRow(kind);
    return { endpoint: addRecord, sample: { body: { kind, source: "api", externalId, fields } } };
  });

/** A good request for every type of decision. */
export async function decisionSamples(member: Member, agents: readonly Agent[]) {
  const types = await member.call(listDecisionTypes);
  return types.map(({ id: decisionType, roles, fields }) => {
    const agentId = agents.find(({ role }) => roles.some((one) => one === role))?.id;
    const evidence = { kind: "Document", reference: "Offer", value: "5", asOf: "2026-11-01", href: "/runs/1" };
    const context = { ...contextOf(fields), evidence: [evidence] };
    return { endpoint: makeDecision, sample: { body: { agentId, decisionType, context } } };
  });
}

const contextOf = (fields: readonly (FormColumn & Partial<FormField>)[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));

/** Something a form's field takes. */
function valueOf({ unit, options, least, most, columns = [] }: FormColumn & Partial<FormField>): unknown {
  if (unit === "list") return Array.from({ length: least ?? 1 }, () => contextOf(columns));
  if (unit === "choice") return options[0]?.value;
  if (unit === "date") return "2026-11-01";
  if (unit === "text") return "Something";
  return Math.min(Math.max(least ?? 1, 1), most ?? 1);
}
