import type { QueryField, QuerySubject } from "#contract/query.ts";
import { normalized } from "../words.ts";
import { isNumeric, isOwn } from "./own.ts";
import type { Sentence } from "./sentence.ts";

/** What a tax on sales is called where it is levied. */
const taxes = "vat,tax,taxes,gst,hst,sales tax,mwst,ust,tva,iva,btw,moms,mva,alv,dph".split(",");
/** How an amount without tax is called in the languages of files. */
const nets = "net,netto,neto,nett,subtotal,ht".split(",");
const joined = (leads: string): string =>
  leads
    .split(", ")
    .flatMap((lead) => taxes.flatMap((tax) => [`${lead} ${tax}`, `${lead} the ${tax}`]))
    .join();
const without = `${joined("before, ex, excl, excluding, without, net of, less")},net`;
const including = joined("with, incl, including, after, plus, inc");

const wordsOf = ({ label, alsoCalled }: QueryField): string[] =>
  [label, ...alsoCalled].flatMap((one) => normalized(one).split(" "));
const isNet = (field: QueryField): boolean =>
  isNumeric(field) && !field.name.includes(".") && wordsOf(field).some((word) => nets.includes(word));
const isTax = (field: QueryField): boolean => isOwn(field.name) && wordsOf(field).some((word) => taxes.includes(word));

/**
 * The amounts without tax, if a question asks for them and the rows have them: one for each file that names them otherwise.
 * "Including VAT" is what the amount is, where its part without tax stands beside it. Else the words stay unread.
 */
export function amountsWithoutTax(sentence: Sentence, { fields, amount }: QuerySubject): string[] {
  if (amount === null) return [];
  const net = fields.filter(isNet);
  if (net.length > 0 && sentence.take(without)) return net.map(({ name }) => name);
  if (net.length > 0 || fields.some(isTax)) sentence.take(including);
  return [];
}
