type Line = { change: "same" | "added" | "removed"; text: string };

/** The line difference of two texts: lines of both, lines added and lines removed, in order. */
export function compareLines(before: readonly string[], after: readonly string[]): Line[] {
  const lengths = commonLengths(before, after);
  const lines: Line[] = [];
  let [a, b] = [0, 0];
  const add = (change: Line["change"], text = ""): number => lines.push({ change, text });
  while (a < before.length || b < after.length) {
    const isSame = a < before.length && b < after.length && before[a] === after[b];
    if (isSame) {
      add("same", before[a]);
      a += 1;
      b += 1;
    } else if (b >= after.length || (a < before.length && (lengths[a + 1]?.[b] ?? 0) >= (lengths[a]?.[b + 1] ?? 0))) {
      add("removed", before[a]);
      a += 1;
    } else {
      add("added", after[b]);
      b += 1;
    }
  }
  return lines;
}

/** `[a][b]`: the length of the longest common subsequence of `before` from `a` on and `after` from `b` on. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const lengths = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0));
  for (let a = before.length - 1; a >= 0; a -= 1)
    for (let b = after.length - 1; b >= 0; b -= 1) {
      const [row, next] = [lengths[a] as number[], lengths[a + 1] as number[]];
      row[b] = before[a] === after[b] ? (next[b + 1] ?? 0) + 1 : Math.max(next[b] ?? 0, row[b + 1] ?? 0);
    }
  return lengths;
}
