import WebSocket from "ws";
import type { Member } from "../world.ts";

/** A tab that is open on one instance and notes what it hears. */
export async function openNoticeListener(url: string, member: Member) {
  const heard: { type: string; id: string | null; at: number }[] = [];
  const headers = { cookie: member.cookie ?? "", origin: url };
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws`, { headers });
  socket.on("error", () => undefined);
  const joined = new Promise<void>((resolve, reject) => {
    socket.on("message", (frame: Buffer) => {
      const message = JSON.parse(frame.toString()) as { type: string; id: string | null };
      heard.push({ ...message, at: performance.now() });
      if (message.type === "joined") resolve();
    });
    socket.once("close", () => reject(new Error("The socket was closed.")));
  });
  socket.once("open", () => socket.send(JSON.stringify({ type: "join_company", companyId: member.user.companyId })));
  await joined;
  return { heard, close: () => socket.close() };
}
