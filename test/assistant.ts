import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** An assistant connected to the product: with the handshake of 2025, or with the revision of 2026 if the server has it. */
export async function connectAssistant(
  url: string,
  token: string,
  mode: "legacy" | "auto" = "auto",
): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit: { headers } }));
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

export type ToolReply = { isError: boolean; texts: string[]; json: unknown };

/** Uses a tool: its texts, the first of them read as JSON unless it is a refusal. */
export async function callTool(client: Client, name: string, given: Record<string, unknown> = {}): Promise<ToolReply> {
  const { content, isError = false } = await client.callTool({ name, arguments: given });
  const texts = content.map((one) => (one.type === "text" ? one.text : ""));
  return { isError, texts, json: isError ? null : JSON.parse(texts[0] ?? "null") };
}
