import { driveConnector } from "#connectors/google-drive/connector.ts";
import { driveScope } from "#connectors/google-drive/refusals.ts";
import { openChannels } from "./google-channels.ts";
import { googleSignIn } from "./google-sign-in.ts";
import { type Answer, type Call, openService } from "./service.ts";

type File = {
  id: string;
  name: string;
  mimeType: string;
  parents: string[];
  trashed: boolean;
  /** Nobody shares it with the account any more, or it was deleted for good. */
  isGone: boolean;
  canDownload: boolean;
  modifiedAt: number;
  content: Uint8Array;
};

export const kinds = {
  folder: "application/vnd.google-apps.folder",
  doc: "application/vnd.google-apps.document",
  sheet: "application/vnd.google-apps.spreadsheet",
  text: "text/plain",
} as const;
const refuse = (code: number, reason: string, message: string): Answer => ({
  status: code,
  body: { error: { code, message, errors: [{ domain: "global", reason, message }] } },
});

/** Google Drive as its API behaves: nothing without `fields`, exports of at most 10 MB, changes with page tokens that age. */
export async function openDrive() {
  const files = new Map<string, File>();
  /** Ids in the order of their changes. */
  const log: string[] = [];
  const settings = { address: "ceo@acme.example", oldest: 0, pageSize: 1_000, exportLimit: 10 * 1024 * 1024 };
  let counter = 0;
  const service = await openService(serve);
  const signIn = googleSignIn(service.clock);
  const channels = openChannels();

  const text = (content: string | Uint8Array) => (typeof content === "string" ? Buffer.from(content) : content);
  function add(name: string, mimeType: string, content: string | Uint8Array = "", parent = "root"): string {
    counter += 1;
    const id = `1file${counter}`;
    const more = { trashed: false, isGone: false, canDownload: true, modifiedAt: counter };
    files.set(id, { id, name, mimeType, parents: [parent], content: text(content), ...more });
    log.push(id);
    return id;
  }
  const of = (id: string): File => {
    const found = files.get(id);
    if (!found) throw new Error(`There is no file ${id}.`);
    return found;
  };
  function change(id: string, to: Partial<Omit<File, "id" | "content">> & { content?: string | Uint8Array }): void {
    counter += 1;
    const { content, ...rest } = to;
    Object.assign(of(id), rest, { modifiedAt: counter }, content !== undefined && { content: text(content) });
    log.push(id);
  }
  /** In the trash, itself or with a folder above it. */
  const isTrashed = (file: File): boolean =>
    file.trashed || file.parents.some((id) => files.has(id) && isTrashed(of(id)));
  const isVisible = (file: File): boolean =>
    !file.isGone && file.parents.every((id) => !files.has(id) || isVisible(of(id)));

  const shown = (file: File) => ({
    kind: "drive#file",
    id: file.id,
    name: file.name,
    mimeType: file.mimeType,
    parents: file.parents,
    trashed: isTrashed(file),
    webViewLink: `https://drive.google.com/file/d/${file.id}/view`,
    capabilities: { canDownload: file.canDownload },
    // Numbers of Drive are texts; Google's own kinds have no size.
    ...(!file.mimeType.includes("google-apps") && { size: String(file.content.length) }),
  });

  function list(query: URLSearchParams): Answer {
    const parent = /'([\w-]+)' in parents/.exec(query.get("q") ?? "")?.[1];
    if (parent && !(files.has(parent) && isVisible(of(parent)))) return refuse(404, "notFound", "File not found: .");
    const all = [...files.values()]
      .filter((one) => isVisible(one) && !isTrashed(one) && (!parent || one.parents.includes(parent)))
      .toSorted((one, other) => other.modifiedAt - one.modifiedAt);
    const from = Number(query.get("pageToken") ?? 0);
    const size = Math.min(settings.pageSize, Number(query.get("pageSize")));
    return {
      body: {
        kind: "drive#fileList",
        incompleteSearch: false,
        files: all.slice(from, from + size).map(shown),
        ...(all.length > from + size && { nextPageToken: String(from + size) }),
      },
    };
  }

  function changes(query: URLSearchParams): Answer {
    const from = Number(query.get("pageToken"));
    if (!Number.isInteger(from) || from < settings.oldest || from > log.length)
      return refuse(400, "invalid", "Invalid Value");
    const size = Math.min(settings.pageSize, Number(query.get("pageSize")));
    const until = Math.min(log.length, from + size);
    const found = log.slice(from, until).map((fileId) => {
      const file = of(fileId);
      return isVisible(file)
        ? { kind: "drive#change", changeType: "file", removed: false, fileId, file: shown(file) }
        : { kind: "drive#change", changeType: "file", removed: true, fileId };
    });
    const next = until < log.length ? { nextPageToken: String(until) } : { newStartPageToken: String(until) };
    return { body: { kind: "drive#changeList", changes: found, ...next } };
  }

  function serve(call: Call): Answer {
    const signed = signIn.serve(call);
    if (signed) return signed;
    const grant = signIn.of(call);
    if (!grant) return refuse(401, "authError", "Invalid Credentials");
    if (!grant.scopes.includes(driveScope)) return refuse(403, "insufficientPermissions", "Insufficient Permission");
    const [, , , what, id = "", action] = call.path.split("/").map(decodeURIComponent);
    const { query } = call;
    if (what === "about")
      return query.has("fields")
        ? { body: { user: { emailAddress: settings.address } } }
        : refuse(400, "required", 'The "fields" parameter is required for this method.');
    if (what === "changes" && id === "startPageToken") return { body: { startPageToken: String(log.length) } };
    if (what === "changes" && id === "watch") return channels.open(call);
    if (what === "changes") return changes(query);
    if (what !== "files") return refuse(404, "notFound", "Not Found");
    if (id === "") return list(query);
    const file = files.get(id);
    if (!file || !isVisible(file)) return refuse(404, "notFound", `File not found: ${id}.`);
    if (action === "export")
      return file.content.length > settings.exportLimit
        ? refuse(403, "exportSizeLimitExceeded", "This file is too large to be exported.")
        : { headers: { "content-type": query.get("mimeType") ?? "" }, body: file.content };
    if (query.get("alt") !== "media") return { body: shown(file) };
    if (file.mimeType.includes("google-apps"))
      return refuse(403, "fileNotDownloadable", "Only files with binary content can be downloaded.");
    return { headers: { "content-type": file.mimeType }, body: file.content };
  }

  const { url } = service;
  return {
    ...service,
    settings,
    signIn,
    channels,
    add,
    change,
    /** Deletes for good, or stops sharing. */
    remove: (id: string) => change(id, { isGone: true }),
    /** The files that the account sees. */
    alive: () => [...files.values()].filter((one) => isVisible(one) && !isTrashed(one)),
    latest: () => log.length,
    connector: driveConnector({ accounts: url, tokens: url, api: url }),
  };
}
