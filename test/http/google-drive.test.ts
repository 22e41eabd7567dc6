import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import { folderOf } from "#connectors/google-drive/source.ts";
import { queryBrain } from "#features/brain/contract.ts";
import { deleteDocument, getDocument, listDocuments, listUploads } from "#features/brain/documents/contract.ts";
import * as calls from "#features/integrations/contract.ts";
import { seeded } from "../clean.ts";
import { connectBySignIn, connectionOf, eventually, follow, readAgain } from "../connecting.ts";
import { hurryDeliveries } from "../deliveries.ts";
import { kinds, openDrive } from "../outside/google-drive.ts";
import { client } from "../outside/google-sign-in.ts";
import { journalOf, type Member, openWorld, type World } from "../world.ts";

/** Google Drive against a stand-in: what becomes of its files in the Brain, and how changes are followed. */
let drive: Awaited<ReturnType<typeof openDrive>>;
let world: World;
beforeAll(async () => {
  drive = await openDrive();
  world = await openWorld({ PRIVATE_ADDRESSES: "127.0.0.1" }, { ...product, connectors: [drive.connector] });
});
afterEach(() => {
  drive.heal();
  drive.settings.pageSize = 1_000;
  drive.settings.oldest = 0;
  // The next test begins with an empty drive.
  for (const { id } of drive.alive()) drive.remove(id);
});
afterAll(async () => {
  await world?.close();
  await drive?.close();
});

const connect = (member: Member, folder = "") =>
  connectBySignIn(world, member, { type: "google_drive", credentials: { ...client, ...(folder && { folder }) } });
/** Reads until nothing is left, and until the Brain has read what came. */
async function again(member: Member, id: number) {
  let done = await readAgain(world, member, id);
  for (; done?.isMore; done = await readAgain(world, member, id)) await quiet(member);
  await quiet(member);
  return done;
}
const quiet = (member: Member) =>
  eventually(async () =>
    (await member.call(listUploads)).every(({ status }) => status !== "waiting" && status !== "running"),
  );
/** At most 50. */
const documents = (member: Member) => member.call(listDocuments, { query: {} });
const titles = async (member: Member) => (await documents(member)).map(({ title }) => title).toSorted();
const textOf = async (member: Member, title: string) => {
  const found = (await documents(member)).find((one) => one.title === title);
  if (!found) return null;
  const { passages } = await member.call(getDocument, { params: { id: found.id }, query: {} });
  return passages.map(({ content }) => content).join("\n");
};
const callsSince = (from: number) => drive.journal.slice(from).map(({ path }) => path.replace("/drive/v3/", ""));

test("its files become documents that answers cite, with a link back; changes, the trash and unsharing are followed", async () => {
  const member = await world.member();
  const contract = drive.add("Harbour lease", kinds.doc, "The lease of the harbour office ends on 30 June 2031.");
  const prices = drive.add("prices.csv", "text/csv", "Product,Price\nOak table,420\nPine table,180\n");
  drive.add("holiday.jpg", "image/jpeg", "not text");
  drive.add("Harbour lease", kinds.doc, "The lease of the harbour office ends on 30 June 2031.");
  const id = await connect(member);
  await quiet(member);
  expect(await connectionOf(member, id)).toMatchObject({
    account: "ceo@acme.example",
    status: "active",
    problem: null,
  });
  // Two files with the same words are two documents.
  await eventually(async () => (await titles(member)).length === 3);
  const [lease] = (await documents(member)).filter(({ title }) => title === "Harbour lease");
  expect(lease).toMatchObject({
    source: "google_drive",
    url: expect.stringMatching(/^https:\/\/drive\.google\.com\/file\/d\/1file\d+\/view$/),
  });
  const answer = await member.call(queryBrain, {
    body: { question: "When does the lease of the harbour office end?" } as never,
  });
  expect(JSON.stringify(answer)).toContain("30 June 2031");
  expect(await journalOf(world, member)).toEqual(expect.arrayContaining(["integration.synced", "brain.document_read"]));

  // Without a change it costs one call, and is no event.
  await again(member, id);
  const [from, entries] = [drive.journal.length, (await journalOf(world, member)).length];
  expect(await again(member, id)).toMatchObject({ added: 0, changed: 0, removed: 0, refused: 0 });
  expect(callsSince(from)).toEqual(["changes"]);
  expect((await journalOf(world, member)).length).toBe(entries);

  // Another version takes the place of the one before; a new name leaves the text as it is.
  drive.change(contract, {
    content: "The lease of the harbour office ends on 31 December 2032.",
    name: "Harbour lease 2",
  });
  drive.change(prices, { name: "price list.csv" });
  await again(member, id);
  expect(await textOf(member, "Harbour lease 2")).toContain("31 December 2032");
  expect(await textOf(member, "price list.csv")).toContain("Oak table");
  expect(await titles(member)).toEqual(["Harbour lease", "Harbour lease 2", "price list.csv"]);

  drive.change(contract, { trashed: true });
  drive.remove(prices);
  expect(await again(member, id)).toMatchObject({ removed: 2 });
  expect(await titles(member)).toEqual(["Harbour lease"]);
  drive.change(contract, { trashed: false });
  await again(member, id);
  expect(await titles(member)).toContain("Harbour lease 2");
  // Another company sees none of it.
  expect(await titles(await world.member())).toEqual([]);
});

test("one folder with those in it: what is moved out, or goes with a folder above it, goes here", async () => {
  const member = await world.member();
  const chosen = drive.add("Legal", kinds.folder);
  const inner = drive.add("2026", kinds.folder, "", chosen);
  const elsewhere = drive.add("Private", kinds.folder);
  drive.add("a.txt", kinds.text, "Alpha.", chosen);
  const deep = drive.add("b.txt", kinds.text, "Beta.", inner);
  const outside = drive.add("c.txt", kinds.text, "Gamma.", elsewhere);
  const id = await connect(member, `https://drive.google.com/drive/folders/${chosen}?usp=sharing`);
  await again(member, id);
  expect(await titles(member)).toEqual(["a.txt", "b.txt"]);
  drive.change(outside, { parents: [inner] });
  drive.change(deep, { parents: [elsewhere] });
  await again(member, id);
  expect(await titles(member)).toEqual(["a.txt", "c.txt"]);
  // A folder that is moved in brings its files, and one in the trash takes them.
  drive.change(elsewhere, { parents: [chosen] });
  await again(member, id);
  expect(await titles(member)).toEqual(["a.txt", "b.txt", "c.txt"]);
  drive.change(inner, { trashed: true });
  await again(member, id);
  expect(await titles(member)).toEqual(["a.txt", "b.txt"]);
  drive.change(elsewhere, { isGone: true });
  await again(member, id);
  expect(await titles(member)).toEqual(["a.txt"]);
  // The folder itself is not shared any more: that is said, and nothing is taken for gone.
  drive.remove(chosen);
  await again(member, id).catch(() => null);
  expect((await connectionOf(member, id))?.problem).toContain("folder cannot be found");
});

test("what is too large, not handed out or empty is said or left, and its earlier version goes", async () => {
  const member = await world.member();
  const kept = drive.add("small.txt", kinds.text, "Small.");
  const grown = drive.add("notes", kinds.doc, "Notes.");
  const locked = drive.add("locked.txt", kinds.text, "Locked.");
  drive.add("empty.txt", kinds.text, "");
  drive.add("big.txt", kinds.text, new Uint8Array(10 * 1024 * 1024 + 1).fill(65));
  const id = await connect(member);
  await again(member, id);
  expect(await titles(member)).toEqual(["locked.txt", "notes", "small.txt"]);
  drive.settings.exportLimit = 10;
  drive.change(grown, { content: "More notes than are exported." });
  drive.change(locked, { canDownload: false });
  const done = await readAgain(world, member, id);
  drive.settings.exportLimit = 10 * 1024 * 1024;
  expect(done).toMatchObject({ refused: 2, removed: 2 });
  expect(done?.reasons.join(" ")).toMatch(
    /"notes" is too large for Google to export.*"locked\.txt"|"locked\.txt".*"notes" is too large/,
  );
  expect(await titles(member)).toEqual(["small.txt"]);
  // A file that cannot be read any more is not answered from in its earlier version.
  drive.change(kept, { content: new Uint8Array([0x50, 0x4b, 3, 4, 0]) });
  await again(member, id);
  expect(await titles(member)).toEqual([]);
  expect((await member.call(listUploads)).find(({ fileName }) => fileName === "small.txt")).toMatchObject({
    status: "failed",
  });
});

test.each([1, 2])(
  "changes made at random are all here after one reading (seed %i)",
  async (seed) => {
    const random = seeded(seed);
    const member = await world.member();
    const folders = [drive.add("One", kinds.folder), drive.add("Two", kinds.folder)];
    const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
    const shuffle = (times: number) => {
      for (let at = 0; at < times; at += 1) {
        const roll = random();
        const one = pick(drive.alive().filter(({ mimeType }) => mimeType !== kinds.folder));
        const parent = pick(folders) ?? "root";
        const word = `Word ${Math.floor(random() * 1e9)}.`;
        if (roll < 0.4 || !one) drive.add(`${seed}-${at}-${Math.floor(random() * 1e6)}.txt`, kinds.text, word, parent);
        else if (roll < 0.6) drive.change(one.id, { content: word });
        else if (roll < 0.7) drive.change(one.id, { name: `renamed ${Math.floor(random() * 1e6)}.txt` });
        else if (roll < 0.8) drive.change(one.id, { parents: [parent] });
        else if (roll < 0.9) drive.change(one.id, { trashed: true });
        else drive.remove(one.id);
        if (random() < 0.03) drive.change(parent, { trashed: random() < 0.5 });
      }
    };
    const compare = async () => {
      const there = drive.alive().filter(({ mimeType }) => mimeType !== kinds.folder);
      expect(await titles(member)).toEqual(there.map(({ name }) => name).toSorted());
      const some = there.slice(0, 3);
      for (const { name, content } of some) expect(await textOf(member, name)).toBe(Buffer.from(content).toString());
    };
    shuffle(20);
    const id = await connect(member);
    await again(member, id);
    await compare();
    drive.settings.pageSize = 7;
    shuffle(40);
    await again(member, id);
    await compare();
    // The token is too old: everything is listed anew, and only what is new is a change.
    shuffle(15);
    drive.settings.oldest = drive.latest();
    await again(member, id);
    await compare();
  },
  240_000,
);

test("limits, a half answer and a missing permission change nothing; a revoked sign-in says reconnect", async () => {
  const member = await world.member();
  const one = drive.add("a.txt", kinds.text, "Alpha.");
  const id = await connect(member);
  await again(member, id);
  const limited = {
    error: {
      code: 403,
      message: "Rate Limit Exceeded",
      errors: [{ domain: "usageLimits", reason: "userRateLimitExceeded" }],
    },
  };
  drive.change(one, { content: "Alpha two." });
  drive.fail({ kind: "refuse", status: 403, body: limited }, { on: ({ query }) => query.get("alt") === "media" });
  await readAgain(world, member, id).catch(() => null);
  expect(await connectionOf(member, id)).toMatchObject({
    status: "active",
    problem: "Google Drive asked to be called less often.",
  });
  drive.heal();
  drive.fail({ kind: "malformed" });
  await readAgain(world, member, id).catch(() => null);
  drive.heal();
  expect(await textOf(member, "a.txt")).toBe("Alpha.");
  await again(member, id);
  expect(await textOf(member, "a.txt")).toBe("Alpha two.");
  // An incomplete list would take what is missing in it for gone.
  drive.settings.oldest = drive.latest() + 1;
  drive.fail(
    { kind: "malformed", body: JSON.stringify({ files: [], incompleteSearch: true }) },
    { on: ({ path }) => path.endsWith("/files") },
  );
  await readAgain(world, member, id).catch(() => null);
  drive.heal();
  expect(await titles(member)).toEqual(["a.txt"]);
  drive.settings.oldest = 0;

  for (const grant of drive.signIn.grants) grant.isOver = true;
  await readAgain(world, member, id).catch(() => null);
  expect(await connectionOf(member, id)).toMatchObject({
    status: "expired",
    problem: expect.stringContaining("connect Google Drive again"),
  });
  const { authUrl } = await member.call(calls.authorizeConnection, { params: { type: "google_drive" } });
  drive.signIn.settings.granted = ["https://www.googleapis.com/auth/userinfo.email"];
  expect(await follow(world, member, authUrl)).toBe("/integrations?refused=scopes");
  drive.signIn.settings.granted = null;
  const next = await member.call(calls.authorizeConnection, { params: { type: "google_drive" } });
  expect(await follow(world, member, next.authUrl)).toBe("/integrations?connected");
  await again(member, id);
  expect(await titles(member)).toEqual(["a.txt"]);
});

test("removing it ends the sign-in there; a stranger can do nothing with its documents", async () => {
  const [member, stranger] = [await world.member(), await world.member()];
  drive.add("a.txt", kinds.text, "Alpha.");
  const id = await connect(member);
  await again(member, id);
  const [document] = await documents(member);
  await expect(stranger.call(deleteDocument, { params: { id: document?.id ?? "" } })).rejects.toThrow("404");
  await member.call(calls.disconnect, { params: { id } as never });
  await hurryDeliveries(world);
  await eventually(async () => drive.signIn.grants.every(({ isOver }) => isOver));
  expect(await member.call(calls.listConnections)).toEqual([]);
});

test("a folder is given by its address or id", () => {
  expect(folderOf("https://drive.google.com/drive/u/0/folders/1AbC_d-9?usp=sharing")).toBe("1AbC_d-9");
  expect([folderOf(" 1AbC_d-9 "), folderOf(""), folderOf("my folder"), folderOf("x' or '1'='1")]).toEqual([
    "1AbC_d-9",
    "",
    null,
    null,
  ]);
});
