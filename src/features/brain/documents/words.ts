/** The words of a string, separated by spaces. */
const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(" "));

export const legalForms = wordSet(
  "Ltd Limited Inc Incorporated LLC LLP PLC Plc Corp Corporation Company GmbH AG KG SA SAS SRL SpA BV NV Oy AB AS ApS Pty",
);
export const titles = wordSet("Mr Mrs Ms Miss Dr Prof Sir Dame Herr Frau");
export const streets = wordSet(
  "Street Road Lane Avenue Drive Close Square Way Court Place Terrace Park Boulevard Crescent Wharf Mews Yard Quay Hill Row Gardens St Rd Ave",
);
export const firstNames = wordSet(
  "Adam Alan Alice Amanda Amy Andrea Andrew Angela Anna Anne Anthony Barbara Ben Benjamin Brian Carlos Carol Caroline Catherine Charles Charlotte Chloe Chris Christian Christine Christopher Claire Clara Daniel David Deborah Diana Dominic Donald Dorothy Edward Eleanor Elena Elizabeth Ella Emily Emma Eric Erik Eva Fatima Felix Fiona Francis Frank Gary George Grace Graham Greta Hannah Harold Harry Helen Henry Hugo Ian Ines Isabel Jack Jacob James Jan Jane Janet Jason Jean Jennifer Jessica Joan Joanna Joe Johan John Jonathan Jose Joseph Joshua Julia Julian Karen Kate Katherine Kenneth Kevin Laura Lauren Lena Leo Liam Linda Lisa Louis Louise Lucas Lucy Luis Lukas Margaret Maria Mark Martha Martin Mary Matthew Max Maya Megan Mia Michael Michelle Mohammed Nadia Nancy Natalie Nicholas Nicole Nina Noah Nora Oliver Olivia Omar Oscar Pamela Patricia Patrick Paul Paula Peter Philip Priya Rachel Rebecca Richard Robert Roger Rosa Ruth Ryan Samuel Sandra Sara Sarah Scott Sean Simon Sofia Sophie Stefan Stephanie Stephen Steven Stuart Susan Sven Teresa Thomas Tim Timothy Tom Tomas Victoria Vincent Walter Wendy William Yusuf Zoe",
);

/** What a table's column holds, by its heading. */
export const columnTypes: Readonly<Record<string, string>> = {
  supplier: "company",
  vendor: "company",
  company: "company",
  customer: "company",
  client: "company",
  manufacturer: "company",
  product: "product",
  item: "product",
  sku: "product",
  article: "product",
  contact: "person",
  person: "person",
  employee: "person",
  manager: "person",
  owner: "person",
};

/** Verbs between two names, and the relationship each stands for. */
export const linkingVerbs: readonly (readonly [string, string])[] = [
  ["delivers to", "delivers to"],
  ["works for", "works for"],
  ["works at", "works for"],
  ["reports to", "reports to"],
  ["based in", "based in"],
  ["supplies", "supplies"],
  ["sells", "sells"],
  ["makes", "makes"],
  ["buys", "buys"],
  ["owns", "owns"],
  ["uses", "uses"],
  ["hired", "hired"],
  ["acquired", "acquired"],
  ["raised", "raised"],
  ["replaces", "replaces"],
];
