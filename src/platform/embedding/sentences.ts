import { Worker } from "node:worker_threads";
import type { Aligned, Embedder } from "#platform/embedding/embedder.ts";
import { sentencesName } from "#platform/embedding/names.ts";
import type { EncodeRequest, Result } from "#platform/embedding/worker.ts";
import type { Log } from "#platform/log.ts";

/** The thread holds about 300 MB, so it ends after this long without a request. */
const idleMs = 3 * 60_000;
/** For catching hangs; a first start on a busy machine takes seconds. */
const deadlineMs = 60_000;
/** An urgent text waits for at most this many others, short ones: time grows with the characters. */
const batch = { texts: 16, characters: 1_200 };
/** The model ignores text beyond this; longer texts only take longer. */
const mostCharacters = 1_200;

const shortened = (text: string): string => text.slice(0, mostCharacters);

type Request = Omit<EncodeRequest, "id">;
type Done = Float32Array[] | Aligned[] | null;
type Waiting = Request & { resolve(done: Done): void };

function inBatches(texts: readonly string[]): string[][] {
  const batches: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    const last = batches.at(-1);
    characters += text.length;
    if (last && last.length < batch.texts && characters <= batch.characters) last.push(text);
    else {
      batches.push([text]);
      characters = text.length;
    }
  }
  return batches;
}

/**
 * Universal Sentence Encoder lite (English, 512 dimensions) in a worker thread, which starts at the first text and ends
 * when idle.
 */
export function sentenceEmbedder(log: Log, limits = { idleMs, deadlineMs }): Embedder {
  let worker: Worker | null = null;
  let current: { id: number; waiting: Waiting } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let sent = 0;
  const urgent: Waiting[] = [];
  const others: Waiting[] = [];

  const end = async (): Promise<void> => {
    clearTimeout(timer);
    const ending = worker;
    worker = null;
    await ending?.terminate();
  };

  function handleFailure(from: Worker, problem: string): void {
    if (worker !== from) return;
    log.warn({ problem }, "the sentence encoder stopped; it starts again at the next text");
    finish(null);
    for (const one of [...urgent.splice(0), ...others.splice(0)]) one.resolve(null);
    void end();
  }

  function start(): Worker {
    const started = new Worker(new URL("./worker.ts", import.meta.url));
    started.unref();
    started.on("message", (result: Result) => {
      if (result.id !== current?.id) return;
      if ("problem" in result) log.warn({ problem: result.problem }, "a text could not be encoded");
      finish("problem" in result ? null : "vectors" in result ? result.vectors : result.aligned);
      next();
    });
    started.on("error", (error) => handleFailure(started, error instanceof Error ? error.message : String(error)));
    started.on("exit", () => handleFailure(started, "its thread ended"));
    return started;
  }

  function finish(result: Done): void {
    const done = current;
    current = null;
    done?.waiting.resolve(result);
  }

  function next(): void {
    if (current) return;
    clearTimeout(timer);
    const waiting = urgent.shift() ?? others.shift();
    if (!waiting) {
      timer = setTimeout(() => void end(), limits.idleMs);
      timer.unref();
      return;
    }
    worker ??= start();
    const running = worker;
    current = { id: (sent += 1), waiting };
    const { texts, isUrgent, question } = waiting;
    running.postMessage({ id: sent, texts, isUrgent, question } satisfies EncodeRequest);
    timer = setTimeout(() => handleFailure(running, "it took too long"), limits.deadlineMs);
    timer.unref();
  }

  const ask = (request: Request): Promise<Done> =>
    new Promise((resolve) => {
      (request.isUrgent ? urgent : others).push({ ...request, resolve });
      next();
    });

  return {
    name: sentencesName,
    async embed(texts, { isUrgent = false } = {}) {
      const parts = inBatches(texts.map(shortened));
      const vectors = await Promise.all(parts.map((part) => ask({ texts: part, isUrgent, question: null })));
      return vectors.includes(null) ? null : (vectors as Float32Array[][]).flat();
    },
    align: (question, texts) =>
      ask({ texts: texts.map(shortened), isUrgent: true, question: shortened(question) }) as Promise<Aligned[] | null>,
    async close() {
      finish(null);
      for (const one of [...urgent.splice(0), ...others.splice(0)]) one.resolve(null);
      await end();
    },
  };
}
