import { z } from "zod";
import type { ConnectorCall, PullAbout, Pulled, PulledDocument, Source } from "#connectors/connector.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import { askGoogle, openChannel, unreadGoogle } from "#connectors/google.ts";
import { driveRefusal } from "#connectors/google-drive/refusals.ts";
import {
  addressOf,
  type DriveFile,
  fields,
  file,
  isFolder,
  mostBytes,
  mostMegabytes,
  readingOf,
} from "#connectors/google-drive/files.ts";

const cursorShape = z.object({
  /** The folder that was chosen; empty: everything. */
  folder: z.string(),
  /** What changed behind it is asked for. */
  token: z.string(),
  /** The folders that are followed; empty: all. */
  tree: z.array(z.string()),
  /** The files that are to be fetched. */
  queue: z.array(z.string()),
});
type Cursor = z.infer<typeof cursorShape>;

const pageSize = "1000";
/** Files fetched at once: each may be as large as is taken. */
const atOnce = 5;
const mostFiles = 5_000;
const mostFolders = 500;
const mostPages = 20;
/** Files of shared drives are files like the others. */
const everywhere = { supportsAllDrives: "true", includeItemsFromAllDrives: "true" };

const startToken = z.object({ startPageToken: z.string() });
const listing = z.object({
  files: z.array(file),
  nextPageToken: z.string().nullish(),
  incompleteSearch: z.boolean().nullish(),
});
const changes = z.object({
  changes: z.array(
    z.object({
      fileId: z.string().nullish(),
      removed: z.boolean().nullish(),
      file: file.nullish(),
    }),
  ),
  nextPageToken: z.string().nullish(),
  newStartPageToken: z.string().nullish(),
});

const quoted = (id: string): string => id.replaceAll(/[^\w-]/g, "");

/** Every file that matches. An incomplete answer is no answer: what is missing in it would be taken for gone. */
async function listAll(call: ConnectorCall, q: string): Promise<DriveFile[]> {
  const all: DriveFile[] = [];
  for (let pageToken: string | null = null; ; ) {
    const query: Record<string, string | null> = {
      q,
      pageSize,
      orderBy: "modifiedTime desc",
      fields: `nextPageToken,incompleteSearch,files(${fields})`,
      pageToken,
      ...everywhere,
    };
    const page = await askGoogle(call, "files", listing, { query, allows: [404] });
    if (!page)
      throw new ConnectorFault(
        "setup",
        "The folder cannot be found by this Google account. Connect again with another one.",
      );
    if (page.incompleteSearch) throw unreadGoogle();
    all.push(...page.files);
    if (!page.nextPageToken) return all;
    pageToken = page.nextPageToken;
  }
}

/** Every file that is followed, newest first, and the folders they are in. */
async function listFollowed(call: ConnectorCall, folder: string): Promise<{ files: DriveFile[]; tree: string[] }> {
  const there = "trashed = false";
  if (folder === "") return { files: (await listAll(call, there)).filter((one) => !isFolder(one)), tree: [] };
  const files = new Map<string, DriveFile>();
  const tree = [folder];
  for (const id of tree)
    for (const one of await listAll(call, `'${quoted(id)}' in parents and ${there}`)) {
      if (!isFolder(one)) files.set(one.id, one);
      else if (!tree.includes(one.id)) tree.push(one.id);
      if (tree.length > mostFolders)
        throw new ConnectorFault(
          "setup",
          `The folder has more than ${mostFolders} folders in it. Choose a smaller one.`,
        );
    }
  return { files: [...files.values()], tree };
}

/** What is followed there and not here is fetched (`isAll`: everything is), and what is here and not there goes. */
async function relist(
  call: ConnectorCall,
  { folder, token, queue }: Pick<Cursor, "folder" | "token" | "queue">,
  about: PullAbout,
  isAll: boolean,
): Promise<Pulled> {
  const { files, tree } = await listFollowed(call, folder);
  const readable = files.filter((one) => readingOf(one) !== null);
  const ids = new Set(readable.map(({ id }) => id));
  const here = await about.held("documents");
  const held = new Set(isAll ? [] : here);
  const wanted = [...new Set([...queue.filter((id) => ids.has(id)), ...[...ids].filter((id) => !held.has(id))])];
  const next: Cursor = { folder, token, tree, queue: wanted.slice(0, mostFiles) };
  return {
    rows: [],
    gone: here.filter((id) => !ids.has(id)).map((id) => ({ target: "documents", id })),
    ...(wanted.length > mostFiles && { refused: [`Only the ${mostFiles} files that changed last are read.`] }),
    cursor: next,
    isMore: next.queue.length > 0,
  };
}

async function pullAll(call: ConnectorCall, folder: string, about: PullAbout): Promise<Pulled> {
  // First: what changes while everything is listed is followed afterwards.
  const start = await askGoogle(call, "changes/startPageToken", startToken, { query: { supportsAllDrives: "true" } });
  if (!start) throw unreadGoogle();
  return relist(call, { folder, token: start.startPageToken, queue: [] }, about, true);
}

const isFollowed = ({ trashed, parents }: DriveFile, tree: readonly string[]): boolean =>
  trashed !== true && (tree.length === 0 || (parents ?? []).some((id) => tree.includes(id)));

async function pullChanges(call: ConnectorCall, cursor: Cursor, about: PullAbout): Promise<Pulled | null> {
  const { folder, tree } = cursor;
  const [gone, queue] = [new Set<string>(), new Set<string>()];
  const here = new Set(await about.held("documents"));
  let hasFolders = false;
  let token: string = cursor.token;
  let isMore = true;
  for (let page = 0; isMore && page < mostPages; page += 1) {
    const found = await askGoogle(call, "changes", changes, {
      query: {
        pageToken: token,
        pageSize,
        includeRemoved: "true",
        fields: `nextPageToken,newStartPageToken,changes(fileId,removed,file(${fields}))`,
        ...everywhere,
      },
      // The token is too old, or of another account.
      allows: [400, 404, 410],
    });
    if (!found) return null;
    for (const { fileId, removed, file: one } of found.changes) {
      const id = fileId ?? one?.id;
      if (!id) {
        // A shared drive came or went.
        hasFolders = true;
        continue;
      }
      const isThere = removed !== true && one && isFollowed(one, tree);
      // What was in a folder goes, comes, or moves with it. One that is removed shows its id only, and is a folder if it is not known.
      hasFolders ||= one ? isFolder(one) : tree.length === 0 ? !here.has(id) : tree.includes(id);
      if (isThere && readingOf(one) !== null) queue.add(id);
      else queue.delete(id);
      if (isThere && readingOf(one) !== null) gone.delete(id);
      else gone.add(id);
    }
    const next = found.nextPageToken ?? found.newStartPageToken;
    if (!next) throw unreadGoogle();
    token = next;
    isMore = Boolean(found.nextPageToken);
  }
  if (hasFolders) return relist(call, { folder, token, queue: [...queue] }, about, false);
  return {
    rows: [],
    gone: [...gone].map((id) => ({ target: "documents", id })),
    cursor: { folder, tree, token, queue: [...queue] } satisfies Cursor,
    isMore: isMore || queue.size > 0,
  };
}

/** What is not handed out has no earlier version here either. */
type Fetched = { id: string; document?: PulledDocument; refused?: string };

async function fetchFile(call: ConnectorCall, id: string, tree: readonly string[]): Promise<Fetched> {
  const query = { fields, supportsAllDrives: "true" };
  const one = await askGoogle(call, `files/${encodeURIComponent(id)}`, file, { query, allows: [404] });
  const reading = one && isFollowed(one, tree) ? readingOf(one) : null;
  if (!one || !reading) return { id };
  const { name } = one;
  if ((one.size ?? 0) > mostBytes) return { id, refused: tooLarge(name) };
  if (one.capabilities?.canDownload === false)
    return { id, refused: `Its owner does not let "${shorten(name)}" be downloaded.` };
  const answer = await call({
    path: reading.path,
    timeoutMs: 60_000,
    // One byte more tells a file that is too large from one that just fits.
    mostBytes: mostBytes + 1,
    truncates: true,
    isRepeatable: true,
    allows: [403, 404],
  });
  if (answer.status === 404) return { id };
  if (answer.status === 403) return { id, refused: driveRefusal(answer, shorten(name)) };
  if (answer.body.length > mostBytes) return { id, refused: tooLarge(name) };
  if (answer.isTruncated) throw new ConnectorFault("lost", "A file of Google Drive did not arrive whole.");
  // A document without a word is there, and has nothing to read.
  if (answer.body.length === 0) return { id };
  return { id, document: { id, title: name, fileName: reading.fileName, url: addressOf(one), bytes: answer.body } };
}

const shorten = (name: string): string => (name.length > 80 ? `${name.slice(0, 79)}…` : name);
const tooLarge = (name: string): string => `"${shorten(name)}" is larger than ${mostMegabytes} MB and was not read.`;

async function pullFiles(call: ConnectorCall, cursor: Cursor): Promise<Pulled> {
  const fetched: Fetched[] = [];
  for (const id of cursor.queue.slice(0, atOnce)) fetched.push(await fetchFile(call, id, cursor.tree));
  return {
    rows: [],
    documents: fetched.flatMap((one) => one.document ?? []),
    refused: fetched.flatMap((one) => one.refused ?? []),
    gone: fetched.flatMap((one) => (one.document ? [] : { target: "documents", id: one.id })),
    cursor: { ...cursor, queue: cursor.queue.slice(atOnce) } satisfies Cursor,
    // Whether something changed meanwhile is asked afterwards.
    isMore: true,
  };
}

/** The readable files of a Google Drive, or of one folder, which become documents of the Brain. */
export const driveSource: Source = {
  targets: ["documents"],
  everyMinutes: 15,
  reconciles: true,
  watch(call, given, to) {
    const pageToken = cursorShape.parse(given).token;
    return openChannel(call, `changes/watch?${new URLSearchParams({ pageToken, ...everywhere }).toString()}`, to);
  },
  async pull(call, given, about) {
    const folder = folderOf(about.credentials["folder"] ?? "") ?? "";
    const cursor = cursorShape.safeParse(given).data;
    if (cursor?.folder !== folder) return pullAll(call, folder, about);
    if (cursor.queue.length > 0) return pullFiles(call, cursor);
    return (await pullChanges(call, cursor, about)) ?? pullAll(call, folder, about);
  },
};

/** The id of a folder that was typed in as its id or address; null: it is neither. */
export function folderOf(typed: string): string | null {
  const id = /\/folders\/([\w-]+)/.exec(typed)?.[1] ?? typed.trim();
  return /^[\w-]{0,200}$/.test(id) ? id : null;
}
