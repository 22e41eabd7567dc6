/** The most dimensions of a stored vector. */
export const widest = 1_536;

/** Computes vectors of texts. Vectors of different embedders are never compared. */
export type Embedder = {
  /** Stored with each vector. */
  name: string;
  /** One unit vector for each text; null if it could not be computed in time. Urgent texts go first. */
  embed(texts: readonly string[], options?: { isUrgent?: boolean }): Promise<Float32Array[] | null>;
  /** How near a question's words come to the texts'; without it, vectors alone are compared. */
  align?(question: string, texts: readonly string[]): Promise<Aligned[] | null>;
  close(): Promise<void>;
};

/** A word of a question, and how near the nearest word of each text is to it in meaning, from 0 to 1. */
export type Aligned = { word: string; nearest: number[] };
