const zeroDecimals = new Set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "));
const threeDecimals = new Set("BHD IQD JOD KWD LYD OMR TND".split(" "));

/** Minor units, as services count money, as a decimal number: 1234 of EUR is 12.34, of JPY 1234, of KWD 1.234. */
export function majorOf(minor: number, currency: string): number {
  const code = currency.toUpperCase();
  const digits = zeroDecimals.has(code) ? 0 : threeDecimals.has(code) ? 3 : 2;
  return Number((minor / 10 ** digits).toFixed(digits));
}
