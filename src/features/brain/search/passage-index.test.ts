import { expect, test } from "vitest";
import { type Asked, codeOf, type Indexed, PassageIndex } from "#features/brain/search/passage-index.ts";
import { seeded } from "../../../../test/clean.ts";

const random = seeded(16);
const pick = (most: number): number => Math.floor(random() * most);
const size = 4_000;
const width = 128;
const now = Date.UTC(2026, 10, 26);
const noPause = async () => undefined;

const unit = (vector: Float32Array): Float32Array => {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};
/** Sum of 12 uniform values: nearly normal. */
const normal = (): number => Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6);
/** What texts are about: vectors lie around these. */
const subjects = Array.from({ length: 40 }, () => unit(Float32Array.from({ length: width }, normal)));
const vectorAbout = (subject: number): Float32Array =>
  unit((subjects[subject] as Float32Array).map((value) => value + (normal() * 1.2) / Math.sqrt(width)));
const termsAbout = (subject: number): string[] => [
  ...new Set(Array.from({ length: 6 }, () => (random() < 0.5 ? `s${subject}w${pick(20)}` : `w${pick(300)}`))),
];

/** Documents of 10 passages; every 50th passage is marked by a person. */
const passages = Array.from({ length: size }, (_, at): Indexed => {
  const subject = Math.floor(at / 10) % subjects.length;
  return {
    id: `passage ${at}`,
    version: 1,
    terms: termsAbout(subject)
      .map((term) => `${term}\u001e1`)
      .join("\u001f"),
    code: new Uint8Array(codeOf(vectorAbout(subject)).buffer),
    exact: null,
    embedder: "trial-1",
    stream: `document ${Math.floor(at / 10)}`,
    position: at % 10,
    importance: 5,
    happenedAt: now - pick(300) * 86_400_000,
    isUsable: at % 50 !== 0,
    isDoubtful: false,
  };
});
/** More than one slice of a search. */
const many = [...passages, ...passages.map((passage) => ({ ...passage, id: `${passage.id} again`, stream: "" }))];
const indexOf = (given: readonly Indexed[] = passages): PassageIndex => {
  const index = new PassageIndex();
  for (const passage of given) index.put(passage);
  return index;
};
const question = (): Asked => {
  const subject = pick(subjects.length);
  return { terms: termsAbout(subject), vector: vectorAbout(subject), embedder: "trial-1", now };
};

test("a vector that changed after a search is found by its new direction, and one of another embedder never", async () => {
  const index = indexOf();
  const { vector } = question();
  if (!vector) throw new Error("There is no vector.");
  const opposite = vector.map((value) => -value);
  const asked: Asked = { terms: [], vector: opposite, embedder: "trial-1", now };
  await index.find(asked, 10, noPause);
  const code = new Uint8Array(codeOf(opposite).buffer);
  index.put({ ...(passages[7] as Indexed), code });
  index.put({ ...(passages[17] as Indexed), code, embedder: "trial-2" });
  index.put({ ...(passages[50] as Indexed), code });
  const hits = await index.find(asked, 10, noPause);
  expect(hits[0]).toMatchObject({ id: "passage 7", similarity: expect.closeTo(1, 2) });
  expect(hits.filter(({ similarity }) => similarity > 0.9)).toHaveLength(1);
});

test("two searches at once, and passages added meanwhile, leave no passage out", async () => {
  const index = indexOf();
  const aim = unit(Float32Array.from({ length: width }, normal));
  const asked: Asked = { terms: [], vector: aim, embedder: "trial-1", now };
  const code = new Uint8Array(codeOf(aim).buffer);
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  const searches = [index.find(asked, 10, turn), index.find(asked, 10, turn)];
  await turn();
  const added = Array.from({ length: 5 }, (_, at) => `added ${at}`);
  for (const id of added) index.put({ ...(passages[7] as Indexed), id, stream: id, position: 0, code });
  for (const hits of await Promise.all(searches)) expect(hits).toHaveLength(10);
  // One after the other, each direction finds its own passage.
  for (const id of added) expect((await index.find(asked, 10, noPause)).map((hit) => hit.id)).toContain(id);
  for (const { id, code: own } of passages.filter((_, at) => at % 331 === 1)) {
    const vector = unit(Float32Array.from(Int8Array.from(own as Uint8Array)));
    expect((await index.find({ ...asked, vector }, 30, noPause)).map((hit) => hit.id)).toContain(id);
  }
});

test("the few vectors of a new embedder are all compared", async () => {
  const moved = many.map((passage, at) => (at % 900 === 1 ? { ...passage, embedder: "trial-2" } : passage));
  const given: Asked = { ...question(), terms: [], embedder: "trial-2" };
  expect(await indexOf(moved).find(given, 10, noPause)).toHaveLength(9);
});

test("a vector another embedder replaced during a search is not compared", async () => {
  const index = indexOf(many);
  const given = { ...question(), terms: [] };
  const code = new Uint8Array(codeOf(given.vector as Float32Array).buffer);
  let pauses = 0;
  const replacing = async () => {
    pauses += 1;
    if (pauses === 1) index.put({ ...(many[7_999] as Indexed), embedder: "trial-2", code });
  };
  expect((await index.find(given, 10, replacing)).map(({ id }) => id)).not.toContain("passage 3999 again");
  expect(pauses).toBeGreaterThan(0);
});
