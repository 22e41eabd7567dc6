/** Downloads a text as a file, CSV by default. */
export function save(fileName: string, parts: string[], type = "text/csv"): void {
  const address = URL.createObjectURL(new Blob(parts, { type: `${type};charset=utf-8` }));
  const link = Object.assign(document.createElement("a"), { href: address, download: fileName });
  link.click();
  URL.revokeObjectURL(address);
}
