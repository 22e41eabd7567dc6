const zeroDecimals = new Set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "));
const threeDecimals = new Set("BHD IQD JOD KWD LYD OMR TND".split(" "));

const digitsOf = (currency: string): number => (zeroDecimals.has(currency) ? 0 : threeDecimals.has(currency) ? 3 : 2);

/** Minor units, as services count money, as a decimal number: 1234 of EUR is 12.34, of JPY 1234, of KWD 1.234. */
export function majorOf(minor: number, currency: string): number {
  const digits = digitsOf(currency.toUpperCase());
  return Number((minor / 10 ** digits).toFixed(digits));
}

/** An amount in main units, with the digits that its currency has. */
export const roundedIn = (amount: number, currency: string): number | null =>
  Number.isFinite(amount) ? Number(amount.toFixed(digitsOf(currency.toUpperCase()))) : null;
