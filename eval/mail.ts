// `npm run eval:mail -- <letters.jsonl>`: scores the rules for incoming mail on labelled emails. See eval/README.md.
import { readFileSync } from "node:fs";
import { type AgentRoleId, agentRoleIds } from "#contract/roles.ts";
import { bindingsIn } from "#features/mailroom/letters/binding.ts";
import { whyPersonReads } from "#features/mailroom/letters/leaving.ts";
import { type Letter, readLetter } from "#features/mailroom/letters/letter.ts";
import { type Route, routeOf } from "#features/mailroom/letters/routing.ts";
import { whyNoAnswer } from "#features/mailroom/letters/unanswered.ts";
import { noVerdict } from "#features/mailroom/letters/verdict.ts";
import { print } from "#platform/log.ts";

type Case = {
  id: string;
  headers: Record<string, string>;
  text: string;
  html?: string;
  class: "answer" | "never_answer" | "hostile";
  role: AgentRoleId | null;
  secondary?: AgentRoleId;
  language: string;
  difficulty: string;
};
type Scored = Case & { letter: Letter; route: Route; reason: string | null };

const [path] = process.argv.slice(2);
if (!path) throw new Error("Usage: npm run eval:mail -- <letters.jsonl>");
const cases = readFileSync(path, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Case);
/** The firms' own addresses: those that more than three emails went to. */
const receivers = cases.flatMap(
  ({ headers }) => /(?<![^<\s])[^<\s@]+@[^>\s]+/.exec(headers["To"] ?? "")?.[0]?.toLowerCase() ?? [],
);
const own = [...new Set(receivers)].filter((one) => receivers.filter((other) => other === one).length > 3);

async function score(one: Case): Promise<Scored> {
  const letter = await readLetter(rawOf(one));
  const route = routeOf(letter, { labels: [], aliases: [], threadRole: null, active: agentRoleIds });
  const about = { own, labels: [], isPersonAnswered: false, verdict: noVerdict, denied: [] };
  return { ...one, letter, route, reason: whyNoAnswer(letter, about)?.id ?? null };
}

/** The email as it travels; `html` in a part of its own. */
function rawOf({ headers, text, html }: Case): Uint8Array {
  const boundary = "part-of-this-email";
  const part = (type: string, body: string) =>
    `--${boundary}\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}\r\n`;
  const type = html ? `multipart/alternative; boundary=${boundary}` : "text/plain; charset=utf-8";
  const kept = Object.entries(headers).filter(([name]) => name !== "Content-Type");
  const body = html ? `${part("text/plain", text)}${part("text/html", html)}--${boundary}--` : text;
  return Buffer.from(
    `${kept.map(([name, value]) => `${name}: ${value}`).join("\r\n")}\r\nContent-Type: ${type}\r\n\r\n${body}`,
  );
}

const scored = await Promise.all(cases.map(score));
const share = (list: readonly Scored[], holds: (one: Scored) => boolean): string => {
  const right = list.filter(holds).length;
  const [n, p, z] = [list.length || 1, right / (list.length || 1), 1.96];
  const middle = (p + z ** 2 / (2 * n)) / (1 + z ** 2 / n);
  const half = (z / (1 + z ** 2 / n)) * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2));
  return `${right} of ${list.length} (${p.toFixed(2)}, 95% ${(middle - half).toFixed(2)} to ${Math.min(1, middle + half).toFixed(2)})`;
};
const isRight = (one: Scored) => one.route.role === one.role;
const answers = scored.filter((one) => one.class === "answer");
const never = scored.filter((one) => one.class === "never_answer");
const hostile = scored.filter((one) => one.class === "hostile");

print(`Routing: ${share(answers, isRight)}`);
print(`Role or secondary: ${share(answers, (one) => isRight(one) || one.route.role === one.secondary)}`);
print(
  `Hard ones: ${share(
    answers.filter((one) => one.difficulty === "hard"),
    isRight,
  )}`,
);
print(
  `In English: ${share(
    answers.filter((one) => one.language === "en"),
    isRight,
  )}`,
);
print(
  `In other languages: ${share(
    answers.filter((one) => one.language !== "en"),
    isRight,
  )}`,
);
print(`Hostile ones: ${share(hostile, isRight)}`);
// Nothing is fitted to the emails, so folds show only how far the figure moves with the choice of emails.
const folds = [0, 1, 2, 3, 4].map((fold) => answers.filter((_, at) => at % 5 === fold));
print(`Five folds: ${folds.map((fold) => (fold.filter(isRight).length / fold.length).toFixed(2)).join(" ")}`);

print("\n| role | emails | recall | precision | F1 |\n|---|---|---|---|---|");
const scores = agentRoleIds.map((role) => {
  const hits = answers.filter((one) => one.role === role && isRight(one)).length;
  const all = answers.filter((one) => one.role === role).length;
  const guessed = answers.filter((one) => one.route.role === role).length;
  const f1 = (2 * hits) / (all + guessed || 1);
  print(
    `| ${role} | ${all} | ${(hits / (all || 1)).toFixed(2)} | ${(hits / (guessed || 1)).toFixed(2)} | ${f1.toFixed(2)} |`,
  );
  return f1;
});
print(`Macro-F1: ${(scores.reduce((sum, one) => sum + one, 0) / scores.length).toFixed(2)}`);

print(`\nNever answered: ${share(never, (one) => one.reason !== null)}`);
print(`Skipped though an answer is due: ${share(answers, (one) => one.reason !== null)}`);
const binds = ({ letter }: Scored) => bindingsIn(`${letter.subject}\n${letter.fresh}`).length > 0;
const isStopped = (one: Scored) =>
  one.reason !== null || binds(one) || whyPersonReads(one.letter, { own, names: [] }) !== null;
print(`Hostile ones skipped or left to a person: ${share(hostile, isStopped)}`);
print(`By words that bind alone: ${share(hostile, (one) => one.reason !== null || binds(one))}`);
print(`An agent may answer alone: ${share(answers, (one) => !isStopped(one))}`);
if (process.argv.includes("--each")) {
  for (const one of scored.filter((each) =>
    each.class === "never_answer" ? each.reason === null : each.class === "answer" && (!isRight(each) || each.reason),
  ))
    print(
      `${one.id} ${one.class} ${one.role ?? "-"} routed to ${one.route.role} (${one.route.confidence.toFixed(2)}): ${one.route.why} ${one.reason ?? ""}`,
    );
}
