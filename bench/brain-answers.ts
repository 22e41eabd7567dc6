// `npm run bench:answers -- <folder>...`: how well the Company Brain answers from a small business's documents, through
// HTTP. Each folder holds `documents/` and `documents.jsonl`, one question a line; see test/data/README.md.
import { median } from "./compare.ts";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type BrainAnswer, getBrain, type Passage, queryBrain } from "#features/brain/contract.ts";
import { addDocument, listUploads } from "#features/brain/documents/contract.ts";
import { type Member, openWorld, type World } from "../test/world.ts";

type Question = {
  question: string;
  /** "both": the documents contradict each other, and an answer must hold what each says. */
  expect: "answer" | "both" | "refuse";
  /** Texts an answer must hold. */
  must: string[];
  /** The documents that say it; an answer must cite one, of a contradiction all. */
  document: string | string[];
};
type Verdict = "right" | "right, refused" | "wrong" | "missed";
const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s,*_]+/g, "");

async function upload({ url }: World, member: Member, folder: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    const reply = await fetch(`${url}${addDocument.path}?fileName=${encodeURIComponent(name)}`, {
      method: "POST",
      headers: {
        "content-type": "application/octet-stream",
        "sec-fetch-site": "same-origin",
        cookie: member.cookie ?? "",
      },
      body: new Uint8Array(readFileSync(join(folder, name))),
    });
    if (reply.status !== 200) throw new Error(`${name}: ${await reply.text()}`);
  }
  for (;;) {
    const uploads = await member.call(listUploads);
    const failed = uploads.find(({ status }) => status === "failed");
    if (failed) throw new Error(`${failed.fileName}: ${failed.sentence}`);
    if (uploads.every(({ status }) => status === "done") && (await member.call(getBrain)).waiting === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** A document is named by its file, with or without the ending, or by its first heading. */
const keyOf = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
const namesOf = (place: Passage["place"] | undefined): string[] =>
  place ? [place.title, place.title.replace(/\.\w+$/, ""), place.headingPath[0] ?? ""].map(keyOf) : [];

function verdictOf({ expect, must, document }: Question, { known, sentences, sources }: BrainAnswer): Verdict {
  if (!known) return expect === "refuse" ? "right, refused" : "missed";
  const text = plain(sentences.map((one) => one.text).join(" "));
  const cited = new Set(sentences.flatMap((one) => one.sources.flatMap((at) => namesOf(sources[at]?.passage.place))));
  const named = [document].flat().map(keyOf);
  const isCited = expect === "both" ? named.every((one) => cited.has(one)) : named.some((one) => cited.has(one));
  return expect !== "refuse" && isCited && must.every((one) => text.includes(plain(one))) ? "right" : "wrong";
}

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const folders = process.argv.slice(2).filter((one) => !one.startsWith("--"));
const isBrief = process.argv.includes("--brief");
if (folders.length === 0) throw new Error("Name a folder: npm run bench:answers -- test/data/brain/roofers");
const world = await openWorld({ EMBEDDER: "sentences" });
try {
  for (const folder of folders) {
    const member = await world.member(`answers-${folder.replaceAll(/\W+/g, "-").slice(-30)}`);
    await upload(world, member, join(folder, "documents"));
    const file = join(folder, "documents.jsonl");
    if (!existsSync(file)) throw new Error(`${file} is missing.`);
    const questions = readFileSync(file, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Question);
    const counts: Record<Verdict, number> = { right: 0, "right, refused": 0, wrong: 0, missed: 0 };
    let disputes = 0;
    const times: number[] = [];
    for (const asked of questions) {
      const began = performance.now();
      const answered = await member.call(queryBrain, { body: { question: asked.question } });
      times.push(performance.now() - began);
      const verdict = verdictOf(asked, answered);
      counts[verdict] += 1;
      if (asked.expect === "both" && verdict === "right") disputes += 1;
      if (isBrief) continue;
      const text = answered.sentences.map((one) => one.text).join(" / ");
      print(`${verdict.padEnd(14)} ${answered.confidence.toFixed(2)} ${asked.question}
    ${text}`);
      if (!verdict.startsWith("right")) print(`    wanted: ${asked.must.join(" + ") || "a refusal"}`);
    }
    const share = (verdict: Verdict): string =>
      `${verdict} ${counts[verdict]} (${Math.round((100 * counts[verdict]) / questions.length)}%)`;
    const disputed = questions.filter(({ expect }) => expect === "both").length;
    print(
      `${folder}: ${questions.length} questions: ${(Object.keys(counts) as Verdict[]).map(share).join(", ")}; ` +
        `contradictions named ${disputes} of ${disputed}; median ${Math.round(median(times))} ms`,
    );
  }
} finally {
  await world.close();
}
