import { once } from "node:events";
import { connect } from "node:net";
import { request } from "node:http";
import type { World } from "./world.ts";

/** Sends exactly these bytes over a connection of their own and gives whatever comes back until it ends. */
export async function sendBytes(world: World, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(world.url).port), "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk.toString("latin1");
  });
  socket.on("error", () => undefined);
  socket.write(bytes);
  await once(socket, "close");
  return answer;
}

/** Makes a call that fetch cannot make: an address it would tidy up, a body with GET. */
export async function sendRaw(
  world: World,
  options: { method: string; path: string; headers?: Record<string, string>; body?: string },
): Promise<{ status: number; text: string; headers: Headers; json: null }> {
  const { method, path, body } = options;
  const headers = { ...options.headers, ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }) };
  const call = request(world.url, { method, path, headers, agent: false });
  call.end(body);
  const [response] = (await once(call, "response")) as [import("node:http").IncomingMessage];
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk;
  const given = Object.entries(response.headers).map(([key, value]): [string, string] => [key, String(value)]);
  return { status: response.statusCode ?? 0, text, headers: new Headers(given), json: null };
}
