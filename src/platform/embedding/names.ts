/** The embedders a company's vectors can be computed with; the first is the default. */
export const embedderNames = ["sentences", "hashing", "model"] as const;
export type EmbedderName = (typeof embedderNames)[number];

/** The name of the sentence encoder that comes with the product. */
export const sentencesName = "use-lite-512-1";
