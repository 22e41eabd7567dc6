/** How a file writes its letters. */
export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type Encoding = (typeof encodings)[number];

/** Takes the first bytes of a file, gives what its byte order mark says; null without one. */
export function markedEncoding(start: Uint8Array): Encoding | null {
  const [a, b, c] = start;
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  return a === 0xef && b === 0xbb && c === 0xbf ? "utf-8" : null;
}

/** Checks chunk by chunk whether bytes without a mark are UTF-8; `last` says that nothing follows. */
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

/** Takes the start of a file, gives its text for a preview; what comes later may still show another encoding. */
export function previewText(start: Uint8Array): { text: string; encoding: Encoding } {
  const encoding = markedEncoding(start) ?? (utf8Check()(start, false) ? "utf-8" : "windows-1252");
  return { text: new TextDecoder(encoding).decode(start, { stream: true }), encoding };
}
