import { outcomesOf, wordingsIn } from "../test/wordings.ts";
const all = wordingsIn(process.env.FILE ?? "test/data/wordings.json");
const show = process.argv.includes("show");
function value(rest: number) {
  const half = <One>(list: readonly One[]) => list.filter((_, at) => rest === 2 || at % 2 === rest);
  const o = outcomesOf({ answerable: half(all.answerable), unanswerable: half(all.unanswerable) });
  const right = o.filter((x) => x.is === "right" && x.asks).length,
    wrong = o.filter((x) => x.is === "wrong").length;
  const wu = o.filter((x) => x.is === "wrong" && !x.asks).length;
  return { right: right / half(all.answerable).length, wrong: wrong / o.length, wu, o };
}
const f = (v: any) => `${(100 * v.right).toFixed(1)} right, ${(100 * v.wrong).toFixed(1)} wrong (${v.wu} un)`;
if (show) {
  const v = value(process.env.FILE ? 2 : process.argv.includes("odd") ? 1 : 0);
  console.log(f(v));
  for (const x of v.o) if (x.is !== "right") console.log(x.is, "|", x.question, "|", x.chosen, "|", x.asks?.join(","));
  console.log("odd", f(value(1)));
}
