import { z } from "zod";

const folderType = "application/vnd.google-apps.folder";
/** Google's own kinds, and what they are exported as. */
const exported: Readonly<Record<string, { mimeType: string; ending: string }>> = {
  "application/vnd.google-apps.document": { mimeType: "text/plain", ending: "txt" },
  "application/vnd.google-apps.presentation": { mimeType: "text/plain", ending: "txt" },
  "application/vnd.google-apps.spreadsheet": {
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ending: "xlsx",
  },
};
/** Files that the Brain reads, by their kind, or by their ending where the kind says little. */
const endings: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
  "text/plain": "txt",
  "text/markdown": "md",
  "text/csv": "csv",
  "text/tab-separated-values": "tsv",
  "message/rfc822": "eml",
};
const readEnding = /\.(pdf|docx|xlsx|pptx|txt|md|markdown|csv|tsv|eml)$/i;

/** Google exports no more than that, and of other files more is not taken either. */
export const mostMegabytes = 10;
export const mostBytes = mostMegabytes * 1024 * 1024;

export const file = z.object({
  id: z.string().min(1).max(200),
  name: z.string(),
  mimeType: z.string(),
  trashed: z.boolean().nullish(),
  parents: z.array(z.string()).nullish(),
  size: z.coerce.number().nullish(),
  webViewLink: z.string().nullish(),
  capabilities: z.object({ canDownload: z.boolean().nullish() }).nullish(),
});
export type DriveFile = z.infer<typeof file>;
export const fields = "id,name,mimeType,trashed,parents,size,webViewLink,capabilities(canDownload)";

export const isFolder = ({ mimeType }: Pick<DriveFile, "mimeType">): boolean => mimeType === folderType;

/** How a file is fetched and what it is called to be read; null: the Brain does not read such files. */
export function readingOf({ id, name, mimeType }: DriveFile): { path: string; fileName: string } | null {
  const at = `files/${encodeURIComponent(id)}`;
  const own = exported[mimeType];
  if (own)
    return { path: `${at}/export?mimeType=${encodeURIComponent(own.mimeType)}`, fileName: `${name}.${own.ending}` };
  const ending = endings[mimeType];
  const path = `${at}?alt=media&supportsAllDrives=true`;
  const isNamed = readEnding.test(name);
  // A plain text may be Markdown by its name.
  if (isNamed && (ending === undefined || mimeType.startsWith("text/") || name.toLowerCase().endsWith(`.${ending}`)))
    return mimeType.startsWith("image/") || mimeType.startsWith("video/") ? null : { path, fileName: name };
  return ending ? { path, fileName: `${name}.${ending}` } : null;
}

/** Where it opens; only an address of Google's is followed. */
export function addressOf({ id, webViewLink }: DriveFile): string {
  const url = URL.parse(webViewLink ?? "");
  const isGoogles = url?.protocol === "https:" && /(?:^|\.)google\.com$/.test(url.hostname);
  return isGoogles ? url.href : `https://drive.google.com/open?id=${encodeURIComponent(id)}`;
}
