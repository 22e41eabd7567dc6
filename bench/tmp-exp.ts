import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readDocument } from "#platform/documents/read-document.ts";
import { unitsOf } from "#features/brain/answering/units.ts";
import { openWorld } from "../test/world.ts";
const world = await openWorld({ EMBEDDER: "sentences" });
const emb = world.boardroom.platform.embedder;
const enc = async (t: string[]) => ((await emb.embed(t)) ?? []).map((v) => [...v].map((x) => Math.round(x * 1e4) / 1e4));
const lex = async (t: string[]) => (await world.asOwner<{ l: string[] }>("SELECT tsvector_to_array(to_tsvector('english', u)) AS l FROM unnest($1::text[]) WITH ORDINALITY AS x(u, at) ORDER BY at", [t])).map((r) => r.l);
for (const folder of process.argv.slice(2)) {
  const passages: any[] = []; const units: any[] = [];
  for (const name of readdirSync(join(folder, "documents"))) {
    const d = await readDocument({ fileName: name, bytes: new Uint8Array(readFileSync(join(folder, "documents", name))) });
    for (const [pos, p] of d.passages.entries()) {
      passages.push({ doc: name, pos, text: p.text, headings: p.headings, written: d.writtenAt });
      for (const u of unitsOf(p.text, p.headings)) units.push({ p: passages.length - 1, ...u });
    }
  }
  const title = (s: string) => s.replace(/\.[a-z]+$/, "").replace(/[-_]+/g, " ");
  const questions = readFileSync(join(folder, "documents.jsonl"), "utf8").split("\n").filter(Boolean).map((l) => JSON.parse(l));
  const head = units.map((u) => [...passages[u.p].headings.slice(-1), u.under].filter(Boolean).join(". "));
  writeFileSync(`/tmp/m2/cache-${folder.split("/").at(-1)}.json`, JSON.stringify({
    passages, units, questions,
    unitLex: await lex(units.map((u) => u.text)), underLex: await lex(units.map((u) => u.under)),
    headLex: await lex(passages.map((p) => p.headings.join(" . "))), titleLex: await lex(passages.map((p) => title(p.doc) + ' . ' + (passages.find((o) => o.doc === p.doc).headings[0] ?? passages.find((o) => o.doc === p.doc).text.split('\n')[0].slice(0, 100)))),
    passLex: await lex(passages.map((p) => p.text)), qLex: await lex(questions.map((q: any) => q.question)),
    unitVec: await enc(units.map((u) => u.text)), ctxVec: await enc(units.map((u, i) => `${head[i]}. ${u.text}`)), passVec: await enc(passages.map((p) => p.text)),
    headVec: await enc(units.map((u, i) => head[i] || ".")),
    pathVec: await enc(passages.map((p) => [title(p.doc), ...p.headings].join('. '))), titleVec: await enc(passages.map((p) => title(p.doc) + '. ' + (passages.find((o) => o.doc === p.doc).headings[0] ?? passages.find((o) => o.doc === p.doc).text.split('\n')[0].slice(0, 100)))),
    cellLex: await lex(units.map((u) => u.text.includes('; ') && u.text.includes(': ') ? u.text.split('; ').map((c: string) => c.slice(c.indexOf(': ') + 1)).join(' ; ') : u.text)),
    qVec: await enc(questions.map((q: any) => q.question)),
  }));
}
await world.close();
