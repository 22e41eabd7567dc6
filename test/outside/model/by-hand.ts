// `npm run model:by-hand [-- <folder> [<port>]]`: an OpenAI-compatible address whose answers a reader writes.
// Each request becomes <number>-request.md; the answer is read from <number>-reply.md beside it.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readReply, writtenRequest } from "./written.ts";
import { openStandIn } from "./stand-in.ts";

const [folder = "by-hand", port = "4690"] = process.argv.slice(2);
const place = resolve(folder);
mkdirSync(place, { recursive: true });
let last = Math.max(0, ...readdirSync(place).map((name) => Number.parseInt(name, 10) || 0));

const { url } = await openStandIn({
  port: Number(port),
  async script(asked) {
    last += 1;
    const name = String(last).padStart(4, "0");
    writeFileSync(join(place, `${name}-request.md`), writtenRequest(asked));
    process.stdout.write(`${name}-request.md waits for ${name}-reply.md\n`);
    const reply = join(place, `${name}-reply.md`);
    while (!existsSync(reply)) await sleep(200);
    // A moment, so that the file is complete.
    await sleep(200);
    return readReply(readFileSync(reply, "utf8"));
  },
});
process.stdout.write(
  `Listening. Start Boardroom with AI_PROVIDER=vllm VLLM_BASE_URL=${url.replace("/v1", "")} AI_MODEL=by-hand AI_TIMEOUT_MS=300000\nRequests: ${place}\n`,
);
