import { googleFault } from "#connectors/google-faults.ts";
import type { OutAnswer } from "#platform/http-out/http-out.ts";

export const driveScope = "https://www.googleapis.com/auth/drive.readonly";
export const drive = { name: "Google Drive", host: "drive.googleapis.com", scope: driveScope };

const aboutFile =
  /exportSizeLimitExceeded|cannotDownload|cannotExport|fileNotDownloadable|fileNotExportable|downloadQuotaExceeded|abuse/i;

/** Why one file is not handed out; a refusal that is not about the file is thrown. */
export function driveRefusal(answer: OutAnswer, name: string): string {
  const words = Buffer.from(answer.body).toString().slice(0, 5_000);
  const fault = googleFault(drive, answer);
  if (!aboutFile.test(words)) throw fault ?? new Error("Google Drive refused without a reason.");
  return /exportSizeLimitExceeded/.test(words)
    ? `"${name}" is too large for Google to export it, and was not read.`
    : `Google does not hand out "${name}".`;
}
