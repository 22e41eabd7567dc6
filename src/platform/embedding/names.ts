/** The embedders a company's vectors can be computed with; the first is the default. */
export const embedderNames = ["sentences", "hashing"] as const;
export type EmbedderName = (typeof embedderNames)[number];
