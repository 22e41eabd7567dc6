import { expect } from "vitest";
import type { Input } from "#contract/endpoint.ts";
import {
  changeModelPrivacy,
  getModelSettings,
  removeModelAccount,
  saveModelAccount,
} from "#features/models/contract.ts";
import type { Reply } from "./outside/model/protocol.ts";
import type { Script } from "./outside/model/stand-in.ts";
import { hire, type Member, type World } from "./world.ts";

type Account = Input<typeof saveModelAccount>["body"];
type Role = Parameters<typeof hire>[1];

const model = "gpt-6.1-terra";

/** A company's own account at a stand-in of OpenAI, with one priced model for every purpose. */
export const accountAt = (baseUrl: string, more: Partial<Account> = {}): Account => ({
  provider: "openai",
  baseUrl,
  apiKey: "sk-of-the-company-9f3a",
  model,
  consent: true,
  ...more,
});

/** Connects it; `isOpen`: personal details are sent as they are. */
export async function connect(member: Member, account: Account, { isOpen = false } = {}): Promise<void> {
  await member.call(saveModelAccount, { body: account });
  const body = { keepDays: null, hidesPersonalDetails: !isOpen, agreesToOperator: false };
  await member.call(changeModelPrivacy, { body });
}

/** Removes every account of a company. */
export async function disconnect(member: Member): Promise<void> {
  const { connection } = await member.call(getModelSettings);
  for (const { id } of connection?.accounts ?? []) if (id) await member.call(removeModelAccount, { params: { id } });
}

/** A company with these executives and three open invoices: 1,000, 2,000 and 3,000 of its currency. */
export async function companyWithInvoices(world: World, ...roles: [Role, ...Role[]]) {
  const member: Member = await world.member();
  const team = await hire(member, ...roles);
  await world.asOwner(
    `INSERT INTO invoices (company_id, id, source, external_id, origin, created_at, updated_at, customer_name,
       number, direction, issued_on, due_on, amount, status)
     SELECT $1, gen_random_uuid(), 'csv', 'I-' || n, 'external', now(), now(), 'Acme Ltd', 'INV-' || n, 'receivable',
       current_date - 60, current_date + n * 20, 1000 * n, 'open' FROM generate_series(1, 3) AS n`,
    [member.user.companyId],
  );
  return { member, idOf: (role: string) => team.find((agent) => agent.role === role)?.id ?? "" };
}

/** Waits until no run is left that would ask the model in the next test. */
export const runsEnded = (world: World) =>
  expect
    .poll(() => world.asOwner("SELECT id, skill FROM agent_runs WHERE status IN ('queued', 'running')"))
    .toEqual([]);

const usage = { input: 2_000, output: 200 };
/** A model that uses actions. */
export const uses = (...calls: { tool: string; input: unknown }[]): Reply => ({ calls, usage });
/** A model that writes an object. */
export const json = (written: object, more: Reply = {}): Reply => ({ text: JSON.stringify(written), usage, ...more });
/** A model that answers a question. */
export const answers = (headline: string, more: Reply = {}): Reply =>
  json({ answered: true, headline, points: [], missing: [] }, more);
/** These replies, one after the other; the last one repeats. */
export const inOrder = (...replies: Reply[]): Script => {
  let at = 0;
  return () => replies[Math.min(at++, replies.length - 1)] ?? {};
};
/** A model that reads the open invoices before it replies. */
export const afterReading =
  (reply: Reply): Script =>
  ({ messages }) =>
    messages.length > 1
      ? reply
      : uses({ tool: "explore_query", input: { subject: "invoices", measure: { of: "sum" } } });
/** A model that says, once it has read, that the facts do not answer. */
export const declines = (headline: string): Script =>
  afterReading(json({ answered: false, headline, points: [], missing: [] }));
