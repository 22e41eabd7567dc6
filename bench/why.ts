import * as m from "#features/conversations/understanding/match.ts";
import { meaningsOf, subjectOutside } from "#features/conversations/understanding/meanings.ts";
import { topics } from "#features/workforce/skills.ts";
const known = topics.flatMap(({ id, role, title, asks }) => asks.map((ask) => ({ topicId: id, role, title, ask })));
for (const q of process.argv.slice(2)) {
  for (const t of m.readingOf(q, { known, names: ["acme", "hostly"], today: "2026-11-20" })) {
    console.log(q, "->", t, "|", [...meaningsOf(t)].join(" "), "| outside", subjectOutside(t));
    for (const f of m.matchesOf(t, known, new Set()).slice(0, 3))
      console.log("   ", m.keyOf(f), f.score.toFixed(2), f.cover.toFixed(2));
  }
}
