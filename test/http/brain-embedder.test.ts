import { afterAll, beforeAll, expect, test } from "vitest";
import { jobContext } from "#features/accounts/service.ts";
import { consult } from "#features/brain/answering/skills.ts";
import { addNote, getBrain } from "#features/brain/contract.ts";
import { readConfig } from "#platform/config.ts";
import { mintCompany } from "#platform/context.ts";
import { type Call, openService, type Service } from "../outside/service.ts";
import { freshGround, openOn } from "../world.ts";

type Asked = { model: string; input: string[]; dimensions?: number };

/** A server of embeddings: what speaks of shipping points in one direction, anything else in another. */
let server: Service;
const journal: Asked[] = [];
let width = 8;
const shipping = /parcel|courier|freight|ship/i;
const vectorFor = (text: string, length: number) =>
  Array.from({ length }, (_, at) => Number(at === (shipping.test(text) ? 0 : 1)));

function reply({ text }: Call) {
  const asked = JSON.parse(text) as Asked;
  journal.push(asked);
  const length = Math.min(width, asked.dimensions ?? width);
  const data = asked.input.map((one, index) => ({ index, embedding: vectorFor(one, length) }));
  return { body: { object: "list", data: data.toReversed() } };
}

beforeAll(async () => {
  server = await openService(reply);
});
afterAll(() => server.close());

test("a model of one's own server computes the vectors; after a change of it the next start computes them anew", async () => {
  const ground = await freshGround();
  const env = { PORT: "0", LOG_LEVEL: "fatal", ...ground.env };
  const served = {
    ...env,
    EMBEDDER: "model",
    EMBEDDER_MODEL: "meanings",
    AI_PROVIDER: "ollama",
    AI_MODEL: "none",
    OLLAMA_BASE_URL: server.url,
  };
  const embedded = (world: Awaited<ReturnType<typeof openOn>>, name: string) =>
    expect
      .poll(() =>
        world.asOwner(
          "SELECT DISTINCT embedder, cardinality(embedding) AS width FROM memories WHERE content LIKE '%Leeds%'",
        ),
      )
      .toEqual([{ embedder: name, width: 1_536 }]);
  let world = await openOn(readConfig(served));
  try {
    const member = await world.member("owner");
    await member.call(addNote, { body: { content: "The courier in Leeds is Harbour Logistics.", importance: 5 } });
    await member.call(addNote, { body: { content: "The kiln in Leeds is never switched off.", importance: 5 } });
    await embedded(world, "ollama/meanings");
    expect((await member.call(getBrain)).embedder).toBe("ollama/meanings");
    // No word of the question is in the note.
    const ctx = await jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
    const [first] = (await consult(ctx, "Freight?")).ranked;
    expect(journal).toContainEqual({ model: "meanings", input: ["Freight?"] });
    expect(first?.passage.content).toContain("courier");
    await world.close();

    // Wider than what is kept: the server is asked for fewer numbers.
    width = 2_000;
    world = await openOn(readConfig({ ...served, EMBEDDER_MODEL: "wider" }));
    await embedded(world, "ollama/wider");
    expect(journal.at(-1)).toMatchObject({ model: "wider", dimensions: 1_536 });
    await world.close();

    world = await openOn(readConfig({ ...env, EMBEDDER: "hashing" }));
    await embedded(world, "hashing-1");
  } finally {
    await world.close();
    ground.remove();
  }
});

test("texts go to the operator's own machines only", () => {
  const faultsOf = (env: Record<string, string>) => {
    try {
      readConfig({ EMBEDDER: "model", ...env });
      return "";
    } catch (error) {
      return String(error);
    }
  };
  expect(faultsOf({})).toMatch(/EMBEDDER_MODEL is required.*needs AI_PROVIDER to be ollama, lmstudio or vllm/s);
  expect(faultsOf({ EMBEDDER_MODEL: "m", AI_PROVIDER: "openai", OPENAI_API_KEY: "k" })).toMatch(/needs AI_PROVIDER/);
  expect(faultsOf({ EMBEDDER_MODEL: "m", AI_PROVIDER: "vllm", AI_MODEL: "m" })).toBe("");
});
