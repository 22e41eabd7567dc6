import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { findLocalModels, getModelSettings, saveModelAccount } from "#features/models/contract.ts";
import { providers } from "#platform/model/providers.ts";
import { openWorld, type World } from "../world.ts";

/** A model server on this machine is found at its default address, and only there. */
let world: World;
let answer: { status: number; body: string; location?: string };
const asked: string[] = [];
let server: Server;
const own = { ollama: providers.ollama.baseUrl, lmstudio: providers.lmstudio.baseUrl, vllm: providers.vllm.baseUrl };
const addressOf = (host: string) => `http://${host}:${(server.address() as AddressInfo).port}/v1`;

beforeAll(async () => {
  world = await openWorld();
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end(answer.body);
  });
  await new Promise<void>((ready) => void server.listen(0, "127.0.0.1", ready));
  // Nothing else of this machine is looked at.
  for (const one of ["lmstudio", "vllm"] as const) providers[one].baseUrl = null;
  providers.ollama.baseUrl = addressOf("127.0.0.1");
});
afterEach(() => {
  providers.ollama.baseUrl = addressOf("127.0.0.1");
});
afterAll(async () => {
  for (const one of ["ollama", "lmstudio", "vllm"] as const) providers[one].baseUrl = own[one];
  server?.close();
  await world?.close();
});

const models = (...ids: string[]) => ({ status: 200, body: JSON.stringify({ data: ids.map((id) => ({ id })) }) });

test("what answers is offered with its models, and connected by naming one", async () => {
  const member = await world.member();
  answer = models("nomic-embed-text", "llama3.2:3b", "qwen3:8b");
  expect(await member.call(findLocalModels)).toEqual([
    { provider: "ollama", label: "Ollama", models: ["llama3.2:3b", "qwen3:8b"] },
  ]);
  expect(asked).toEqual(["/v1/models"]);
  const body = { provider: "ollama" as const, baseUrl: null, apiKey: null, model: "llama3.2:3b", consent: false };
  await member.call(saveModelAccount, { body });
  expect((await member.call(getModelSettings)).connection?.accounts[0]).toMatchObject({ isOwn: true, consent: null });
});

test("silence, refusals, redirects, nonsense and any other address are no server", async () => {
  const member = await world.member();
  const cases = [
    { status: 500, body: "" },
    { status: 200, body: "<html>" },
    { status: 200, body: JSON.stringify({ data: [{ id: "x".repeat(300) }] }) },
    { status: 200, body: JSON.stringify({ data: [] }) },
    { status: 302, body: "", location: "http://127.0.0.1:1/" },
    models("only-embeddings"),
  ];
  for (const one of cases) {
    answer = one;
    expect(await member.call(findLocalModels)).toEqual([]);
  }
  answer = models("llama3.2");
  const before = asked.length;
  for (const host of ["localhost", "0.0.0.0", "169.254.169.254"]) {
    providers.ollama.baseUrl = addressOf(host);
    expect(await member.call(findLocalModels)).toEqual([]);
  }
  expect(asked.length).toBe(before);
});

test("where companies may not call this machine, nothing is looked for", async () => {
  const hosted = await openWorld({ AI_ALLOW_PRIVATE_ADDRESSES: "0" });
  onTestFinished(() => hosted.close());
  answer = models("llama3.2");
  const before = asked.length;
  expect(await (await hosted.member()).call(findLocalModels)).toEqual([]);
  expect(asked.length).toBe(before);
});
