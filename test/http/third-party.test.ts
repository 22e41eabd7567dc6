import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { changeProfile } from "#features/accounts/contract.ts";
import { sendMessage } from "#features/chat/contract.ts";
import { chooseModel, getModelSettings } from "#features/models/contract.ts";
import { changeSettings, getSettings } from "#features/privacy/contract.ts";
import { accountAt, answers, companyWithInvoices, connect, json, runsEnded } from "../modelled.ts";
import { openStandIn, type StandIn } from "../outside/model/stand-in.ts";
import { colleague } from "../samples.ts";
import { type Member, openWorld, type World } from "../world.ts";

/** What a model outside the installation is told of people, by the choice of the person who asked. */
let standIn: StandIn;
let world: World;
beforeAll(async () => {
  standIn = await openStandIn();
  world = await openWorld({ AI_PROVIDER: "openai", OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: standIn.url });
});
afterEach(() => runsEnded(world));
afterAll(async () => {
  await world?.close();
  await standIn?.close();
});

const details = ["Zephyrine", "Quillfeather", "ann@acme.example", "+44 20 7946 0958"];

/** Asks two questions, the second about people; gives which of their details a model was told. */
async function told(member: Member): Promise<string[]> {
  standIn.answer(({ instructions }) =>
    instructions.includes("Give your view of it in one sentence") ? json({ headline: "Fine." }) : answers("Fine."),
  );
  const before = standIn.journal.length;
  const message = `Should Zephyrine Quillfeather call ann@acme.example or +44 20 7946 0958 about it?`;
  for (const one of ["How much do customers owe us?", message])
    await member.call(sendMessage, { body: { message: one } });
  const sent = JSON.stringify(standIn.journal.slice(before));
  expect(sent).toContain("about it?");
  return details.filter((detail) => sent.includes(detail));
}

async function team(on = world): Promise<{ admin: Member; other: Member }> {
  const { member: admin } = await companyWithInvoices(on, "CEO", "CFO");
  const other = await colleague(on, admin, "member");
  const email = other.user.email;
  await other.call(changeProfile, { body: { firstName: "Zephyrine", lastName: "Quillfeather", email } });
  return { admin, other };
}

test("without third-party sharing names of members, addresses and numbers stay here; with it only for who agreed", async () => {
  const { admin, other } = await team();
  expect(await told(admin)).toEqual([]);
  await admin.call(changeSettings, { body: { thirdPartySharing: true } });
  expect(await told(admin)).toEqual(details);
  expect(await told(other)).toEqual([]);
  await admin.call(changeSettings, { body: { thirdPartySharing: false } });
  expect(await told(admin)).toEqual([]);
});

test("a model on this machine is no third party, unless its fallback is", async () => {
  const env = { AI_PROVIDER: "ollama", OLLAMA_BASE_URL: standIn.url, AI_MODEL: "gpt-6.1-terra" };
  const remote = { AI_FALLBACK: "openai:gpt-6.1-terra", OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: standIn.url };
  for (const [more, expected, recipients] of [
    [{}, details, []],
    [remote, [], ["OpenAI"]],
  ] as const) {
    const local = await openWorld({ ...env, ...more });
    onTestFinished(() => local.close());
    const { admin } = await team(local);
    expect(await told(admin)).toEqual(expected);
    expect((await admin.call(getSettings)).recipients).toEqual(recipients);
    await runsEnded(local);
  }
});

test("connecting a model agrees for the admin who connects it, and for nobody else", async () => {
  const { admin, other } = await team();
  await connect(admin, accountAt(standIn.url), { isOpen: true });
  expect(await told(admin)).toEqual(details);
  expect(await told(other)).toEqual([]);
  // The company's own rule goes before anybody's choice.
  await connect(admin, accountAt(standIn.url));
  expect(await told(admin)).toEqual(["Zephyrine", "Quillfeather"]);
});

test("where one of a company's accounts in use is outside, its local ones are told no more than that one", async () => {
  const { admin, other } = await team();
  const local = accountAt(standIn.url, { provider: "ollama", apiKey: null, consent: false });
  await connect(admin, local, { isOpen: true });
  expect(await told(other)).toEqual(details);
  expect((await other.call(getSettings)).recipients).toEqual([]);
  // Connected and not in use: nothing is sent there.
  await connect(admin, accountAt(standIn.url), { isOpen: true });
  expect(await told(other)).toEqual(details);
  const { connection } = await admin.call(getModelSettings);
  const [at, outside] = (connection?.accounts ?? []).map(({ id }) => ({ accountId: id ?? "", model: "gpt-6.1-terra" }));
  if (!at || !outside) throw new Error("Two accounts are connected.");
  await admin.call(chooseModel, { body: { purpose: "plan", ...at, fallback: outside } });
  expect(await told(other)).toEqual([]);
  expect((await other.call(getSettings)).recipients).toEqual(["OpenAI"]);
});
