import { afterAll, beforeAll, expect, test } from "vitest";
import { setLocale } from "#features/accounts/contract.ts";
import {
  chooseImport,
  type FileImport,
  getImport,
  openImport,
  sendPart,
  startImport,
} from "#features/imports/contract.ts";
import { answersTo } from "../exports.ts";
import { brief } from "../briefing.ts";
import { eightExports, expectSums } from "../eight-exports.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

/** The exports of eight programs in an empty company, answered with what they mean, and what stands there then. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

async function until(member: Member, id: string, status: FileImport["status"]): Promise<FileImport> {
  const stand = () => member.call(getImport, { params: { id } });
  await expect.poll(async () => (await stand()).status, { timeout: 60_000, interval: 100 }).toMatch(`${status}`);
  return stand();
}

test("eight exports give every sum to the cent, and a briefing that names what is overdue", async () => {
  const member = await world.member();
  await member.call(setLocale, { body: { currency: "USD", timeZone: "America/New_York" } });
  const sent = await Promise.all(
    eightExports.map(async ({ fileName, bytes, truth }) => {
      const { id } = await member.call(openImport, { body: { fileName, size: bytes.length } });
      const { status } = await fetch(`${world.url}${sendPart.path.replace(":id", id).replace(":position", "0")}`, {
        method: "PUT",
        headers: {
          "content-type": "application/octet-stream",
          "sec-fetch-site": "same-origin",
          cookie: member.cookie ?? "",
        },
        body: bytes,
      });
      expect(status).toBe(200);
      return { id, truth };
    }),
  );
  for (const { id, truth } of sent) {
    let found = await until(member, id, "looked");
    for (let turn = 0; turn < 5 && !found.isReady; turn += 1) {
      const open = (found.preview?.questions ?? []).filter(({ items }) => items.some(({ answer }) => answer === null));
      const answers = open
        .flatMap((question) => answersTo(question, truth))
        .map((one) => ({ ...one, answer: one.answer ?? "" }));
      await member.call(chooseImport, { params: { id }, body: { answers } });
      found = await until(member, id, "looked");
    }
    expect(found.preview?.target).toBe(truth.target);
  }
  for (const { id } of sent) await member.call(startImport, { params: { id } });
  for (const { id } of sent) expect((await until(member, id, "done")).badCount).toBe(0);
  await expectSums(member);
  const [ceo] = await hire(member, "CEO", "CFO", "Sales");
  const { said } = await brief(member, ceo);
  expect(said.join(" ")).toMatch(/overdue/);
});
