export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type Encoding = (typeof encodings)[number];

/** The encoding of the byte order mark; null without one. */
export function markedEncoding(start: Uint8Array): Encoding | null {
  const [a, b, c] = start;
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  return a === 0xef && b === 0xbb && c === 0xbf ? "utf-8" : null;
}

/** Checks chunk by chunk whether bytes without a mark are UTF-8; `last`: this is the last chunk. */
function utf8Check(): (bytes: Uint8Array, last: boolean) => boolean {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isFine = true;
  return (bytes, last) => {
    try {
      if (isFine) decoder.decode(bytes, { stream: !last });
    } catch {
      isFine = false;
    }
    return isFine;
  };
}

/** Later bytes may still show another encoding. */
export function previewText(start: Uint8Array): { text: string; encoding: Encoding } {
  const encoding = markedEncoding(start) ?? (utf8Check()(start, false) ? "utf-8" : "windows-1252");
  return { text: new TextDecoder(encoding).decode(start, { stream: true }), encoding };
}
