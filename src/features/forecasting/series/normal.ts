/** The standard normal quantile for an upper tail of at most 0.5; Abramowitz & Stegun 26.2.23, error below 0.0005. */
export function normalQuantile(tail: number): number {
  const t = Math.sqrt(-2 * Math.log(tail));
  const above = 2.515517 + t * (0.802853 + t * 0.010328);
  return t - above / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
}

/** The quantile of Student's t with at least ten degrees of freedom; Abramowitz & Stegun 26.7.5. */
export function studentQuantile(tail: number, freedom: number): number {
  const z = normalQuantile(tail);
  const square = z * z;
  return (
    z +
    (z * (square + 1)) / (4 * freedom) +
    (z * (3 + square * (16 + square * 5))) / (96 * freedom ** 2) +
    (z * (-15 + square * (17 + square * (19 + square * 3)))) / (384 * freedom ** 3)
  );
}
