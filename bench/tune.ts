import { knobs } from "#features/conversations/understanding/match.ts";
import { outcomesOf, wordingsIn } from "../test/wordings.ts";
const all = wordingsIn("test/data/wordings.json");
const show = process.argv.includes("show");
function value(rest: number) {
  const half = <One>(list: readonly One[]) => list.filter((_, at) => rest === 2 || at % 2 === rest);
  const o = outcomesOf({ answerable: half(all.answerable), unanswerable: half(all.unanswerable) });
  const right = o.filter((x) => x.is === "right" && x.asks).length, wrong = o.filter((x) => x.is === "wrong").length;
  const wu = o.filter((x) => x.is === "wrong" && !x.asks).length;
  return { right: right / half(all.answerable).length, wrong: wrong / o.length, wu, o };
}
const f = (v: any) => `${(100 * v.right).toFixed(1)} right, ${(100 * v.wrong).toFixed(1)} wrong (${v.wu} un)`;
if (show) { const v = value(process.argv.includes("odd") ? 1 : 0); console.log(f(v)); for (const x of v.o) if (x.is !== "right") console.log(x.is, "|", x.question, "|", x.chosen, "|", x.asks?.join(",")); console.log("odd", f(value(1))); }
else {
  const score = (v: any) => v.right - 3 * v.wrong;
  console.log("start", f(value(0)), "  odd", f(value(1)));
  const steps: Record<string, number[]> = { rule: [0.2,0.25,0.3,0.35,0.4], like: [0.35,0.45,0.55,0.65], cover: [0,0.05,0.1,0.2], affinity: [0,0.1,0.15,0.2,0.3], leastScore: [0.36,0.38,0.4,0.42,0.44,0.46,0.5], leastCover: [0.35,0.4,0.45,0.5,0.55,0.6], margin: [0,0.01,0.02,0.03,0.05], often: [2,3,4,6], ruledOut: [0.6,0.7,0.85,1] };
  for (let round = 0; round < 2; round++) for (const [k, vs] of Object.entries(steps)) {
    let best = -9, bv = (knobs as any)[k];
    for (const v of vs) { (knobs as any)[k] = v; const s = score(value(0)); if (s > best + 1e-9) { best = s; bv = v; } }
    (knobs as any)[k] = bv;
    console.log(k, bv, best.toFixed(3), f(value(0)), "  odd", f(value(1)));
  }
  console.log(JSON.stringify(knobs));
}
