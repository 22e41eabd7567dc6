import { createMCPClient } from "@ai-sdk/mcp";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settleDecision } from "#features/decisions/contract.ts";
import { connectAssistant } from "../assistant.ts";
import { withToken } from "../tokens.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";

let world: World;
let owner: Member;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.member();
  await hire(owner, "CFO");
});
afterAll(() => world?.close());

/** What the three have in common: the names of the tools, the answer of one, the text of a resource. */
type Assistant = {
  names(): Promise<string[]>;
  use(name: string, given: Record<string, unknown>): Promise<string>;
  read(uri: string): Promise<string>;
  close(): Promise<void>;
};
type Answer = { content?: unknown };
const firstText = ({ content }: Answer): string => (content as { text: string }[])[0]?.text ?? "";
const firstContent = ({ contents }: { contents: unknown[] }): string => (contents as { text: string }[])[0]?.text ?? "";

const generations: Record<string, (address: URL, token: string) => Promise<Assistant>> = {
  "the client 2.4": async (_address, token) => {
    const client = await connectAssistant(world.url, token);
    return {
      names: async () => (await client.listTools()).tools.map(({ name }) => name),
      use: async (name, given) => firstText(await client.callTool({ name, arguments: given })),
      read: async (uri) => firstContent(await client.readResource({ uri })),
      close: () => client.close(),
    };
  },
  "SDK 1.32.2": async (address, token) => {
    const client = new OlderClient({ name: "older", version: "1" });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit }) as never);
    return {
      names: async () => (await client.listTools()).tools.map(({ name }) => name),
      use: async (name, given) => firstText((await client.callTool({ name, arguments: given })) as Answer),
      read: async (uri) => firstContent(await client.readResource({ uri })),
      close: () => client.close(),
    };
  },
  "@ai-sdk/mcp": async (address, token) => {
    const headers = { authorization: `Bearer ${token}` };
    const client = await createMCPClient({ transport: { type: "http", url: address.href, headers } });
    const tools = await client.tools();
    return {
      names: async () => Object.keys(tools),
      use: async (name, given) =>
        firstText((await tools[name]?.execute(given, { toolCallId: "1", messages: [] } as never)) as Answer),
      read: async (uri) => firstContent(await client.readResource({ uri })),
      close: () => client.close(),
    };
  },
};

test.each(Object.entries(generations))("%s lists, reads, proposes and sees the approval", async (name, connect) => {
  const { token } = await withToken(world.url, owner, ["read", "propose"]);
  const assistant = await connect(new URL("/mcp", world.url), token);
  try {
    expect(await assistant.names()).toEqual(
      expect.arrayContaining(["get_decision", "list_agents", "propose_decision"]),
    );
    expect(JSON.parse(await assistant.read("boardroom://daily-brief"))).toEqual({ brief: null });
    const agents = JSON.parse(await assistant.use("list_agents", {})) as { rows: { id: string }[] } | { id: string }[];
    const [cfo] = "rows" in agents ? agents.rows : agents;
    const context = { ...testContexts.CFO.context, subject: `Proposed by ${name}` };
    const asked = { agentId: cfo?.id, decisionType: testContexts.CFO.decisionType, context };
    const { id } = JSON.parse(await assistant.use("propose_decision", asked)) as { id: string };
    const standing = async () =>
      (JSON.parse(await assistant.use("get_decision", { id })) as { decision: { status: string } }).decision.status;
    expect(await standing()).toBe("pending");
    await owner.call(settleDecision, { params: { id }, body: { approved: true } });
    expect(await standing()).toBe("approved");
  } finally {
    await assistant.close();
  }
});
