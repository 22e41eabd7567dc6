// Loaded into a measured process and its threads by `--import`: each keeps saying what it holds, in a file of its own.
import { writeFileSync } from "node:fs";
import { threadId } from "node:worker_threads";

const everyMs = 250;
const memories: WeakRef<WebAssembly.Memory>[] = [];

WebAssembly.Memory = class extends WebAssembly.Memory {
  constructor(descriptor: WebAssembly.MemoryDescriptor) {
    super(descriptor);
    memories.push(new WeakRef(this));
  }
};

setInterval(() => {
  const { heapTotal, arrayBuffers } = process.memoryUsage();
  const linear = memories.flatMap((memory) => memory.deref()?.buffer.byteLength ?? []);
  writeFileSync(`${process.env["MEMORY_PARTS"]}.${threadId}`, JSON.stringify({ heapTotal, arrayBuffers, linear }));
}, everyMs).unref();
