/**
 * What 1 stands for where a heading or a title says so. Short signs need a currency or brackets beside them: a company
 * may be called Thousand Oaks, or Cents & Co.
 */
const scales: readonly (readonly [scale: number, pattern: RegExp])[] = [
  [
    0.01,
    /\((?:in )?(?:minor(?: currency)? units?|(?:euro)?cents?|penn?(?:y|ies|ce)|centimes|centimos|céntimos|centavos|centesimi|öre|øre|grosze|groszy|kuruş|копейки|копеек|paise)\)|\b(?:in|en|em) (?:(?:euro)?cents?|pence|minor (?:currency )?units|centimes|céntimos|centavos|centesimi)\s*$/iu,
  ],
  [
    1_000,
    /(?:^|[\s([/])(?:[kt]\s?(?:[€$£]|eur|usd|gbp|chf|cad|aud|sek|nok|dkk|pln)\b|tkr\b|[kt][€$£])|[€$£]['’]?000\b|[€$£]k\b|\(['’]?000s?\)|\b(?:in|en|em) (?:thousands?|tausend|tsd\b|milliers|miles|milhares|migliaia)/i,
  ],
  [
    1_000,
    /\((?:k|thousands?|tsd\.?|tys\.?(?: zł| pln)?|tis\.?(?: kč| czk)?|тыс\.?(?:\s?руб\.?|\s?грн\.?)?|bin tl)\)|千[円元]|천\s?원|тыс\.\s?(?:руб|грн)|tys\. zł|tis\. kč/iu,
  ],
  [10_000, /万[円元]|만\s?원/u],
  [100_000, /\((?:in )?(?:rs\.? |inr |₹ ?)?(?:lakhs?|lacs)\)|\bin (?:rs\.? |inr |₹ ?)?(?:lakhs?|lacs)\b/iu],
  [
    1_000_000,
    /(?:^|[\s([/])(?:m(?:io)?\.?\s?(?:eur|usd|gbp|chf)\b|m(?:io\.? )?[€$£])|[€$£]mn?\b|\b(?:in|en|em) (?:millions?|millionen|millones|milhões|milioni)/i,
  ],
  [
    1_000_000,
    /(?:[€$£]|\b(?:eur|usd|gbp|chf) ?)mm\b|\((?:millions?|mi[ol]\.?|mln\.?|млн\.?(?:\s?руб\.?)?)\)|百万[円元]|백만\s?원|млн\.?\s?(?:руб|грн)|mln zł/iu,
  ],
  [10_000_000, /\((?:in )?(?:rs\.? |inr |₹ ?)?crores?\)|\bin (?:rs\.? |inr |₹ ?)?crores?\b/iu],
  [100_000_000, /(?<!百万)[億亿][円元]|억\s?원/u],
  [
    1_000_000_000,
    /[€$£]bn\b|\((?:billions?|bn|mrd\.?|mld\.?)\)|\b(?:mrd\.?|mld\.?|bn) (?:eur|usd|gbp|chf|€|\$)|\bin (?:billions|milliarden)/iu,
  ],
];

/** How many of its currency 1 stands for: "Betrag (TEUR)", "$000", "Amount (cents)". Rarer signs go before those they hold. */
export const scaleOf = (text: string): number | undefined =>
  scales.toReversed().find(([, pattern]) => pattern.test(text))?.[0];

/** The same of a heading, which may end in its unit: "amount_cents". */
export const scaleOfHeading = (heading: string): number | undefined =>
  scaleOf(heading) ?? (/[\s_](?:cents|pence)$/i.test(heading) ? 0.01 : undefined);
