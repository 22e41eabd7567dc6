import PostalMime, { type Address } from "postal-mime";

/** What a person can change in a draft, however its bytes are written. */
async function contentOf(raw: Uint8Array): Promise<string> {
  const { to, cc, bcc, subject, text, html, attachments } = await PostalMime.parse(raw);
  const addresses = (all: Address[] = []) =>
    all.flatMap((one) => one.group ?? [one]).map(({ address }) => address?.toLowerCase());
  const words = (value = "") => value.replaceAll(/\s+/g, " ").trim();
  return JSON.stringify([
    addresses(to),
    addresses(cc),
    addresses(bcc),
    words(subject),
    words(text),
    words(html),
    attachments.length,
  ]);
}

/** What cannot be read is another. */
export const isSameContent = (one: Uint8Array, other: Uint8Array): Promise<boolean> =>
  Promise.all([contentOf(one), contentOf(other)]).then(
    ([a, b]) => a === b,
    () => false,
  );
