/** Words in quotation marks, each once. */
export const quoted = (words: readonly string[]): string => [...new Set(words)].map((word) => `"${word}"`).join(", ");
