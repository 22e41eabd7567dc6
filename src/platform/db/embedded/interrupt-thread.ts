import { interruptName } from "./interrupts.ts";

const attachMs = 1_000;

/**
 * Interrupts a job in a busy thread. The thread reads no messages while a statement runs, but a debugger's are handled in
 * between; no port is opened for it. `threadName` is unique in the process. Returns whether the thread was reached.
 */
export async function interruptThread(threadName: string, job: number): Promise<boolean> {
  // Loaded here, because Node can be built without it.
  const { Session } = await import("node:inspector/promises");
  const session = new Session();
  session.connect();
  try {
    const attached = Promise.withResolvers<string>();
    session.on("NodeWorker.attachedToWorker", ({ params: { sessionId, workerInfo } }) => {
      if (workerInfo.title.endsWith(threadName)) attached.resolve(sessionId);
    });
    const answered = Promise.withResolvers<boolean>();
    session.on("NodeWorker.receivedMessageFromWorker", () => answered.resolve(true));
    await session.post("NodeWorker.enable", { waitForDebuggerOnStart: false });
    const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), attachMs).unref());
    const sessionId = await Promise.race([attached.promise, timeout]);
    if (sessionId === null) return false;
    const expression = `${interruptName}(${job})`;
    const message = JSON.stringify({ id: 1, method: "Runtime.evaluate", params: { expression } });
    await session.post("NodeWorker.sendMessageToWorker", { sessionId, message });
    return (await Promise.race([answered.promise, timeout])) ?? false;
  } finally {
    session.disconnect();
  }
}
