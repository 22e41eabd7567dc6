import type { ListResponse } from "imapflow";

/** What we need to find. */
export type FolderRole = "INBOX" | "SENT" | "DRAFT" | "SPAM" | "TRASH";
export type Folders = Partial<Record<FolderRole, string>>;

const specialUse = { SENT: "\\Sent", DRAFT: "\\Drafts", SPAM: "\\Junk", TRASH: "\\Trash" } as const;

/** What servers without special-use call these folders, in lower case. */
const names = {
  SENT: [
    "sent",
    "sent items",
    "sent messages",
    "sent mail",
    "gesendet",
    "gesendete objekte",
    "gesendete elemente",
    "envoyés",
    "éléments envoyés",
    "enviados",
    "elementos enviados",
    "posta inviata",
    "inviati",
    "verzonden",
    "verzonden items",
    "wysłane",
    "отправленные",
    "送信済み",
  ],
  DRAFT: [
    "drafts",
    "draft",
    "entwürfe",
    "brouillons",
    "borradores",
    "bozze",
    "concepten",
    "rascunhos",
    "wersje robocze",
    "черновики",
    "下書き",
  ],
  SPAM: [
    "spam",
    "junk",
    "junk e-mail",
    "junk email",
    "spamverdacht",
    "courrier indésirable",
    "correo no deseado",
    "posta indesiderata",
    "ongewenst",
  ],
  TRASH: [
    "trash",
    "deleted items",
    "deleted messages",
    "papierkorb",
    "gelöschte elemente",
    "corbeille",
    "éléments supprimés",
    "papelera",
    "cestino",
    "prullenbak",
  ],
} as const;

/** The folders by special-use, else by name. */
export function foldersOf(list: readonly Pick<ListResponse, "path" | "name" | "specialUse" | "flags">[]): Folders {
  const usable = list.filter(({ flags }) => !flags.has("\\Noselect") && !flags.has("\\NonExistent"));
  const found: Folders = { INBOX: usable.find(({ path }) => path.toUpperCase() === "INBOX")?.path ?? "INBOX" };
  for (const role of ["SENT", "DRAFT", "SPAM", "TRASH"] as const) {
    const isNamed = (name: string) => (names[role] as readonly string[]).includes(name.normalize("NFC").toLowerCase());
    const one =
      usable.find((folder) => folder.specialUse === specialUse[role]) ?? usable.find(({ name }) => isNamed(name));
    if (one) found[role] = one.path;
  }
  return found;
}
