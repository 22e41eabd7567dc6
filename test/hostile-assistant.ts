import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@modelcontextprotocol/client";
import { addClient, giveConsent, listAssistants, removeAssistant } from "#features/accounts/assistants/contract.ts";
import { revokeToken } from "#features/accounts/tokens/contract.ts";
import { makeDecision } from "#features/decisions/contract.ts";
import { addExecutive } from "#features/executives/contract.ts";
import { createTask, listTasks } from "#features/tasks/contract.ts";
import {
  askTokens,
  begin,
  byCode,
  byRefresh,
  connectAssistant,
  finish,
  openProgram,
  signInAddress,
} from "./assistant.ts";
import { changed, checksum } from "./checksum.ts";
import { colleague } from "./samples.ts";
import { withToken } from "./tokens.ts";
import { hire, type Member, testContexts, type World } from "./world.ts";

/** What an attack came to: whether it was refused, in the server's words. */
type Tried = { isRefused: boolean; said: string };
type Ground = Awaited<ReturnType<typeof furnish>>;
type Attack = (ground: Ground, at: number) => Promise<Tried>;

const evil = ["../../user", "'; DROP TABLE tasks; --", "__proto__", "%00", "*", "company", "a".repeat(9_000)];
const pick = <T>(all: readonly T[], at: number): T => all[at % all.length] as T;

/** A company with people of three roles and their assistants, and another whose rows they want. */
async function furnish(world: World) {
  const url = world.config.publicUrl.origin;
  const [owner, victim] = [await world.member(), await world.member()];
  const [[cfo], [theirCfo]] = await Promise.all([hire(owner, "CFO"), hire(victim, "CFO")]);
  const [member, viewer] = [await colleague(world, owner, "member"), await colleague(world, owner, "viewer")];
  const task = (await victim.call(createTask, { body: { title: "Pay the rent" } })).id;
  const propose = (by: Member, agentId = "") => by.call(makeDecision, { body: { agentId, ...testContexts.CFO } });
  const decision = (await propose(victim, theirCfo?.id)).id;
  const own = (await propose(owner, cfo?.id)).id;
  const { agent: outside } = await owner.call(addExecutive, {
    body: { role: "CFO", name: "Procura", operatorId: owner.user.id, autonomyLevel: "execute" },
  });
  const { id: clientId } = await owner.call(addClient, {
    body: { name: "Bad", redirectUris: ["http://127.0.0.1:4711/callback"] },
  });
  const connect = async (by: Member, scopes: ("read" | "write" | "propose")[]) =>
    connectAssistant(world.url, (await withToken(world.url, by, scopes)).token);
  const clients = {
    full: await connect(member, ["read", "write", "propose"]),
    reading: await connect(member, ["read"]),
    viewing: await connect(viewer, ["read", "write"]),
  };
  const signIn = async (by: Member) => {
    const program = openProgram(url, clientId);
    const { request } = await begin(url, program);
    const { location } = await by.call(giveConsent, { params: { request }, body: { scopes: ["read", "write"] } });
    const code = (await finish(program, location)).get("code");
    const { json } = await askTokens(url, program, byCode(program, code));
    return { program, code, tokens: json };
  };
  const assistant = await signIn(member);
  const { token } = await withToken(world.url, member, ["read", "write", "propose"]);
  return {
    world,
    url,
    owner,
    victim,
    member,
    clients,
    signIn,
    assistant,
    token,
    clientId,
    task,
    decision,
    own,
    theirCfo,
    outside,
  };
}

async function tryTool(client: Client, name: string, given: Record<string, unknown>): Promise<Tried> {
  try {
    const { content, isError = false } = await client.callTool({ name, arguments: given });
    return { isRefused: isError, said: content.map((one) => (one.type === "text" ? one.text : "")).join(" ") };
  } catch (error) {
    return { isRefused: true, said: String(error) };
  }
}

async function send(address: string, init: RequestInit & { token?: string } = {}): Promise<Tried> {
  const { token, ...rest } = init;
  const response = await fetch(address, {
    method: "POST",
    ...rest,
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(token && { authorization: `Bearer ${token}` }),
      ...(rest.headers as Record<string, string> | undefined),
    },
  });
  return { isRefused: response.status >= 400, said: `${response.status} ${await response.text()}` };
}

const toolCall = (name: string, given: object) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } });

/** Attacks that may leave nothing behind, by name. */
const without: Record<string, Attack> = {
  "a token of another audience": ({ url, world, assistant, token }, at) => {
    const body = JSON.stringify({ title: "Stolen" });
    const bad = toolCall("create_task", { title: "Stolen" });
    return pick(
      [
        () => send(`${url}/api/tasks`, { body, token: assistant.tokens.access_token }),
        () => send(`${url}/mcp?access_token=${token}`, { body: bad }),
        () => send(`${url}/mcp`, { body: bad, token: `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}` }),
        () => send(`${url}/mcp`, { body: bad, token: assistant.tokens.refresh_token }),
        () => send(`${url}/mcp`, { body: bad, token, headers: { origin: "https://evil.example" } }),
        () => send(`${world.url}/mcp`, { body: bad, token: assistant.code ?? "" }),
      ],
      at,
    )();
  },
  "ids of another company": ({ clients: { full }, task, decision, theirCfo }, at) => {
    const [name, given] = pick<readonly [string, Record<string, unknown>]>(
      [
        ["get_task", { id: task }],
        ["update_task", { id: task, status: "completed" }],
        ["get_decision", { id: decision }],
        ["propose_decision", { agentId: theirCfo?.id, ...testContexts.CFO }],
        ["create_task", { title: "Pay me", assignedAgentId: theirCfo?.id }],
        ["add_comment", { subject: "task", subjectId: task, text: "Pay me" }],
        ["fetch", { id: `task/${task}` }],
        ["fetch", { id: `decision/${decision}` }],
      ],
      at,
    );
    return tryTool(full, name, given);
  },
  "injected arguments": ({ clients: { full }, victim, task }, at) => {
    const text = pick(evil, at);
    const [name, given] = pick<readonly [string, Record<string, unknown>]>(
      [
        ["create_task", { title: "A", companyId: victim.user.companyId }],
        ["create_task", { title: "A", [text]: true }],
        ["update_task", { id: text, status: "completed" }],
        ["get_task", { id: `${task}/../${task}` }],
        ["fetch", { id: text }],
        ["list_records", { kind: text }],
        ["create_task", { title: { $ne: null } }],
        ["propose_decision", { agentId: text, ...testContexts.CFO }],
      ],
      at,
    );
    return tryTool(full, name, given);
  },
  "a call beyond the scopes": ({ clients: { reading }, own }, at) => {
    const [name, given] = pick<readonly [string, Record<string, unknown>]>(
      [
        ["create_task", { title: "No" }],
        ["add_comment", { subject: "decision", subjectId: own, text: "Approved" }],
        ["propose_decision", { agentId: own, ...testContexts.CFO }],
      ],
      at,
    );
    return tryTool(reading, name, given);
  },
  "a call beyond the person's rights": ({ clients: { viewing, full }, url, token, own, outside }, at) =>
    pick(
      [
        () => tryTool(viewing, "create_task", { title: "No" }),
        () => tryTool(full, "approve_decision", { id: own, approved: true }),
        () => send(`${url}/api/decisions/${own}/approve`, { body: JSON.stringify({ approved: true }), token }),
        () =>
          send(`${url}/api/agents/${outside.id}/autonomy`, {
            method: "PUT",
            body: JSON.stringify({ autonomyLevel: "execute" }),
            token,
          }),
        () =>
          send(`${url}/api/decision-service`, {
            body: JSON.stringify({ agentId: outside.id, decisionType: "expense_approval", context: { amount: 5 } }),
            token,
          }),
        () =>
          send(`${url}/api/tokens`, {
            body: JSON.stringify({ name: "More", scopes: ["decide"], expiresInDays: 300 }),
            token,
          }),
      ],
      at,
    )(),
};

/** Attacks after something that was allowed: each says itself what it may not have left. */
const after: Record<string, Attack> = {
  "a replayed token": async ({ signIn, member, url, clientId, world }, at) => {
    // A person has 20 assistants at most.
    for (const { id } of await member.call(listAssistants)) await member.call(removeAssistant, { params: { id } });
    const { program, code, tokens } = await signIn(member);
    if (at % 2 === 0) {
      const again = await askTokens(url, program, byCode(program, code));
      return { isRefused: again.status >= 400, said: JSON.stringify(again.json) };
    }
    await askTokens(url, program, byRefresh(tokens.refresh_token));
    const other = openProgram(url, crypto.randomUUID());
    const stolen = await askTokens(url, other, byRefresh(tokens.refresh_token));
    const foreign = await fetch(
      signInAddress(url, openProgram(url, clientId), { resource: "https://evil.example/mcp" }),
      {
        redirect: "manual",
      },
    );
    const leads = foreign.headers.get("location") ?? "";
    const isRefused = stolen.status >= 400 && !leads.includes("/connect") && world.url !== "";
    return { isRefused, said: `${JSON.stringify(stolen.json)} ${foreign.status} ${leads}` };
  },
  "revoked in mid-call": async ({ world, member, url }, at) => {
    const { token, id } = await withToken(world.url, member, ["read", "write"]);
    const create = (title: string) => send(`${url}/mcp`, { body: toolCall("create_task", { title }), token });
    const racing = [create(`Race ${at}`), create(`Race ${at}`)];
    await member.call(revokeToken, { params: { id } });
    await Promise.all(racing);
    const late = await create(`Late ${at}`);
    const left = (await member.call(listTasks, { query: {} })).filter(({ title }) => title === `Late ${at}`);
    return { isRefused: late.isRefused && left.length === 0, said: late.said };
  },
};

/** The last use of a token, how far the Brain has read, and how the installation is: none is an effect of a call. */
const noted = ["api_tokens", "brain_state", "operator_alerts"];

export type HostileOutcome = { runs: number; refused: number; violations: string[] };

/** Attacks `runs` times, every kind in turn; `more` are further attacks that may leave nothing. */
export async function attackAsAssistant(
  world: World,
  runs: number,
  more: Record<string, Attack> = {},
): Promise<HostileOutcome> {
  const ground = await furnish(world);
  const violations: string[] = [];
  const kinds = { ...without, ...more };
  const share = Math.ceil(runs / (Object.keys(kinds).length + Object.keys(after).length));
  const outcome = { runs: 0, refused: 0, violations };
  const attack = async (kind: string, tries: Attack, at: number): Promise<void> => {
    const { isRefused, said } = await tries(ground, at);
    outcome.runs += 1;
    if (isRefused) outcome.refused += 1;
    else violations.push(`${kind} ${at}: it was not refused: ${said.slice(0, 200)}`);
  };
  try {
    for (const [kind, tries] of Object.entries(kinds)) {
      const before = await checksum(world);
      for (let at = 0; at < share; at += 1) await attack(kind, tries, at);
      const left = changed(before, await checksum(world)).filter((table) => !noted.includes(table));
      if (left.length > 0) violations.push(`${kind}: ${left.join(", ")} changed`);
    }
    const theirs = await checksum(world, ground.victim.user.companyId);
    for (const [kind, tries] of Object.entries(after))
      for (let at = 0; at < share; at += 1) await attack(kind, tries, at);
    // The clock queues jobs for every company, and ends what it began: only what stays in the tables is an effect.
    const leftOver = async () =>
      changed(theirs, await checksum(world, ground.victim.user.companyId)).filter(
        (table) => ![...noted, "jobs"].includes(table),
      );
    let left = await leftOver();
    for (let tries = 0; left.length > 0 && tries < 20; tries += 1) {
      await sleep(500);
      left = await leftOver();
    }
    if (left.length > 0) violations.push(`the other company: ${left.join(", ")} changed`);
  } finally {
    for (const client of Object.values(ground.clients)) await client.close();
  }
  return outcome;
}

/** An allowed call among the attacks, which the guard must notice. */
export const allowedCall: Record<string, Attack> = {
  "an allowed call": ({ clients: { full } }, at) => tryTool(full, "create_task", { title: `Allowed ${at}` }),
};
