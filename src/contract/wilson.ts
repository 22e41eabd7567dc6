/** Wilson's bounds of a share, 0 to 1; `z` is 1.96 for 95% between both, 1.645 for 95% beyond one of them. */
export function wilson(some: number, of: number, z = 1.959963984540054): { lower: number; upper: number } {
  if (of <= 0) return { lower: 0, upper: 1 };
  const share = Math.min(some, of) / of;
  const middle = share + (z * z) / (2 * of);
  const spread = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  const whole = 1 + (z * z) / of;
  return { lower: Math.max(0, (middle - spread) / whole), upper: Math.min(1, (middle + spread) / whole) };
}
