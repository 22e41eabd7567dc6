import WebSocket from "ws";
import type { World } from "./world.ts";

export type Tab = {
  messages: { type: string; id: string | null; refreshes: string[] }[];
  closed: Promise<number>;
  socket: WebSocket;
};

/** Opens a socket as a browser's tab does, and keeps what it is told. */
export async function openTab(
  { url, config }: Pick<World, "url" | "config">,
  cookie: string | null,
  companyId: string,
): Promise<Tab> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws`, {
    headers: { ...(cookie ? { cookie } : {}), origin: config.publicUrl.origin },
  });
  const messages: Tab["messages"] = [];
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  socket.on("message", (frame: Buffer) => messages.push(JSON.parse(frame.toString())));
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  socket.send(JSON.stringify({ type: "join_company", companyId }));
  return { messages, closed, socket };
}
