/** Downloads a text as a CSV file. */
export function save(fileName: string, parts: string[]): void {
  const address = URL.createObjectURL(new Blob(parts, { type: "text/csv;charset=utf-8" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: fileName });
  link.click();
  URL.revokeObjectURL(address);
}
