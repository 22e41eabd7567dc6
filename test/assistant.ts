import { createHash, randomBytes } from "node:crypto";
import { request } from "node:http";
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

const base64url = (bytes: Buffer): string => bytes.toString("base64url");

/** A program that people connect by signing in, with the browser it opens. */
export type Program = {
  clientId: string;
  redirectUri: string;
  verifier: string;
  /** Where its browser is led, without following. */
  visit(address: string): Promise<Response>;
};

export function openProgram(url: string, clientId: string, redirectUri = "http://127.0.0.1:4711/callback"): Program {
  const cookies = new Map<string, string>();
  return {
    clientId,
    redirectUri,
    verifier: base64url(randomBytes(32)),
    async visit(address) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const response = await fetch(new URL(address, url), { redirect: "manual", headers: { cookie } });
      for (const one of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
        cookies.set(name, value);
      }
      return response;
    },
  };
}

/** Where a program leads a browser to sign in; `more` changes what is sent. */
export function signInAddress(url: string, program: Program, more: Record<string, string | null> = {}): string {
  const asked = {
    client_id: program.clientId,
    redirect_uri: program.redirectUri,
    response_type: "code",
    code_challenge: base64url(createHash("sha256").update(program.verifier).digest()),
    code_challenge_method: "S256",
    resource: `${url}/mcp`,
    scope: "read write propose",
    state: "of the program",
    ...more,
  };
  const sent = Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== null);
  return `${url}/oauth/authorize?${new URLSearchParams(sent).toString()}`;
}

/** Begins to sign in. Gives the answer, which leads to the page of consent with the request's id. */
export async function begin(
  url: string,
  program: Program,
  more: Record<string, string | null> = {},
): Promise<{ response: Response; request: string }> {
  const response = await program.visit(signInAddress(url, program, more));
  const location = response.headers.get("location");
  return { response, request: location ? (new URL(location, url).searchParams.get("request") ?? "") : "" };
}

/** Leads the program's browser on with the person's answer; gives what the program receives. */
export async function finish(program: Program, location: string): Promise<URLSearchParams> {
  const response = await program.visit(location);
  const next = response.headers.get("location");
  if (!next?.startsWith(program.redirectUri)) throw new Error(`${response.status}: ${next ?? (await response.text())}`);
  return new URL(next).searchParams;
}

export type Tokens = { access_token: string; refresh_token: string; expires_in: number; scope: string };

/** Asks for tokens. */
export async function askTokens(
  url: string,
  program: Program,
  given: Record<string, string>,
): Promise<{ status: number; json: Tokens & { error?: string; error_description?: string } }> {
  const body = new URLSearchParams({ client_id: program.clientId, ...given });
  const response = await fetch(`${url}/oauth/token`, { method: "POST", body });
  return { status: response.status, json: (await response.json()) as Tokens };
}

export const byCode = (program: Program, code: string | null): Record<string, string> => ({
  grant_type: "authorization_code",
  code: code ?? "",
  redirect_uri: program.redirectUri,
  code_verifier: program.verifier,
});
export const byRefresh = (token: string): Record<string, string> => ({
  grant_type: "refresh_token",
  refresh_token: token,
});

/** Posts nothing under another name of the machine; gives the status and the answer. */
export const postAs = (host: string, address: string, headers: Record<string, string> = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = request(address, { method: "POST", headers: { ...headers, host } }, (response) => {
      let all = "";
      response.on("data", (piece) => (all += String(piece))).on("end", () => resolve(`${response.statusCode} ${all}`));
    });
    sent.on("error", reject).end();
  });
