/** The most dimensions of a stored vector. */
export const widest = 1_536;

/** Computes vectors of texts. Vectors of different embedders are never compared. */
export type Embedder = {
  /** Stored with each vector. */
  name: string;
  /** One unit vector for each text; null if it could not be computed in time. Urgent texts go first. */
  embed(texts: readonly string[], options?: { isUrgent?: boolean }): Promise<Float32Array[] | null>;
  close(): Promise<void>;
};
