import { once } from "node:events";
import { connect } from "node:net";
import { request } from "node:http";
import type { Reply, World } from "./world.ts";

type Place = Pick<World, "url">;

/** Sends exactly these bytes over a connection of their own and gives whatever comes back until it ends. */
export async function sendBytes(place: Place, bytes: string | Buffer): Promise<string> {
  const socket = connect(Number(new URL(place.url).port), "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk.toString("latin1");
  });
  socket.on("error", () => undefined);
  socket.write(bytes);
  await once(socket, "close");
  return answer;
}

/** Parses one whole HTTP response. */
export function replyTo(bytes: string): Reply {
  const [head = "", ...body] = bytes.split("\r\n\r\n");
  const [line = "", ...lines] = head.split("\r\n");
  const headers = lines.map((header): [string, string] => {
    const [name = "", ...value] = header.split(": ");
    return [name, value.join(": ")];
  });
  return { status: Number(line.split(" ")[1]), text: body.join("\r\n\r\n"), headers: new Headers(headers), json: null };
}

/** Makes a call that fetch cannot make: an address it would tidy up, a body with GET. */
export async function sendRaw(
  place: Place,
  options: { method: string; path: string; headers?: Record<string, string>; body?: string | Uint8Array | undefined },
): Promise<{ status: number; text: string; headers: Headers; json: null }> {
  const { method, path, body } = options;
  const headers = { ...options.headers, ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }) };
  const call = request(place.url, { method, path, headers, agent: false });
  call.end(body);
  const [response] = (await once(call, "response")) as [import("node:http").IncomingMessage];
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk;
  const given = Object.entries(response.headers).map(([key, value]): [string, string] => [key, String(value)]);
  return { status: response.statusCode ?? 0, text, headers: new Headers(given), json: null };
}

/** Opens a connection that is kept between requests; each gives its answer's lines once one is whole, or what came before the end. */
export async function openConnection(
  port: number,
): Promise<{ ask(path: string, headers?: readonly string[]): Promise<string[]> }> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return {
    ask: (path, headers = []) =>
      new Promise((resolve) => {
        let answer = "";
        if (socket.destroyed) return resolve([]);
        const isWhole = (): boolean => {
          const [head = "", body] = answer.split("\r\n\r\n");
          return body !== undefined && body.length >= Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        };
        const end = (): void => {
          socket.off("data", hear).off("close", end);
          resolve(answer.split(/(?:\r\n)+/));
        };
        const hear = (chunk: Buffer): void => {
          answer += chunk.toString("latin1");
          if (isWhole()) end();
        };
        socket.on("data", hear).on("close", end);
        socket.write(`${[`GET ${path} HTTP/1.1`, "Host: localhost", ...headers].join("\r\n")}\r\n\r\n`);
      }),
  };
}
