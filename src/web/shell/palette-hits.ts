import * as lucide from "lucide-react";
import { includesRole, roleTitle, type AgentRoleId } from "#contract/roles.ts";
import { useIsAdmin, useUser } from "#features/accounts/web/queries.ts";
import { useAgents } from "#features/agents/web/queries.ts";
import { askAgents } from "#features/conversations/contract.ts";
import { useSearchRows } from "#features/explore/web/queries.ts";
import { createTask } from "#features/tasks/contract.ts";
import { sentenceCase } from "#ui/format.ts";
import { entries } from "./entries.ts";
import { actionsFor, type PaletteAction } from "./palette-actions.ts";

export type Hit = {
  href: string;
  title: string;
  detail?: string;
  /** Its amount or state. */
  aside?: string | null;
  isOverdue?: boolean;
  icon: lucide.LucideIcon;
  role?: AgentRoleId;
  /** Available without a request. */
  isKnown?: true;
};
export type Group = { title: string; hits: readonly Hit[] };

const icons: Record<string, lucide.LucideIcon> = {
  decisions: lucide.Vote,
  tasks: lucide.SquareCheckBig,
  customers: lucide.Users,
  vendors: lucide.Store,
  deals: lucide.Handshake,
  invoices: lucide.ReceiptText,
  contracts: lucide.FileText,
  subscriptions: lucide.Repeat,
  tickets: lucide.LifeBuoy,
  people: lucide.UserRound,
  bankAccounts: lucide.Landmark,
};
const shortest = 2;
const mostActions = 6;

/** The scope set by the first character. */
const scopes = { ">": "actions", "@": "agents" } as const;
type Scope = (typeof scopes)[keyof typeof scopes] | null;

export function readTyped(typed: string): { scope: Scope; words: string } {
  const text = typed.trim();
  const scope = scopes[text.charAt(0) as keyof typeof scopes] ?? null;
  return { scope, words: scope ? text.slice(1).trim() : text };
}

/**
 * Pages first, then actions and results in a fixed order. Local hits follow the typing; the server is asked for
 * `paused`, the text once typing pauses.
 */
export function useGroups(
  typed: string,
  paused: string,
): { groups: Group[]; isSearching: boolean; error: Error | null } {
  const admin = useIsAdmin();
  const user = useUser();
  const team = useAgents().data ?? [];
  const { scope, words } = readTyped(typed);
  const isLong = words.length >= shortest && scope === null;
  const asked = readTyped(paused);
  const isAsked = isLong && asked.scope === null && asked.words.length >= shortest;
  const { data, error, isFetching } = useSearchRows(isAsked ? asked.words : null);
  const isKnown = true as const;
  const lowercase = words.toLowerCase();
  const parts = lowercase.split(/\s+/).filter(Boolean);
  const may = ({ access }: PaletteAction["call"]): boolean =>
    !!user && includesRole(user.role, access === "public" ? "viewer" : access);

  const pages = entries
    .filter(({ label, forAdmins }) => (admin || !forAdmins) && label.toLowerCase().includes(lowercase))
    .map(({ href, label, icon }) => ({ href, title: label, icon, isKnown }));
  const possible = actionsFor(parts, team, may, scope === "actions");
  const shown = scope === "actions" ? possible : possible.slice(0, mostActions);
  const actions = shown.map(({ label, href, icon }) => ({ href, title: label, icon, isKnown }));
  const agents = team
    .filter(({ name, role }) => `${name} ${role} ${roleTitle(role)}`.toLowerCase().includes(lowercase))
    .map(({ id, name, role, status }) => ({
      href: `/runs?agent=${id}`,
      title: name,
      detail: role === roleTitle(role) ? role : `${role}, ${roleTitle(role)}`,
      aside: status === "active" ? null : sentenceCase(status),
      icon: lucide.Users,
      role,
      isKnown,
    }));
  const found = isLong ? (data ?? []) : [];
  const rowsOf = (isWanted: (subject: string) => boolean): Hit[] =>
    found
      .filter(({ subject }) => isWanted(subject))
      .flatMap(({ subject, rows }) => rows.map((row) => ({ ...row, icon: icons[subject] ?? lucide.Table2 })));
  const text = encodeURIComponent(words);
  const withWords = [
    ...(may(askAgents)
      ? [{ href: `/?do=ask&text=${text}`, title: `Ask an agent “${words}”`, icon: lucide.MessageCircleQuestion }]
      : []),
    ...(may(createTask)
      ? [{ href: `/tasks?do=new&text=${text}`, title: `Create the task “${words}”`, icon: lucide.ListPlus }]
      : []),
    { href: `/feed?q=${text}`, title: `Search the feed for “${words}”`, icon: lucide.Radio },
  ];
  const all: Record<"actions" | "agents" | "rest", Group[]> = {
    actions: [{ title: "Actions", hits: actions }],
    agents: [{ title: "Agents", hits: words || scope === "agents" ? agents : [] }],
    rest: [],
  };
  const groups =
    scope === null
      ? [
          { title: "Pages", hits: pages },
          ...all.actions,
          { title: "Records", hits: rowsOf((subject) => subject !== "decisions" && subject !== "tasks") },
          { title: "Decisions", hits: rowsOf((subject) => subject === "decisions") },
          { title: "Tasks", hits: rowsOf((subject) => subject === "tasks") },
          ...all.agents,
          { title: "With these words", hits: isLong ? withWords : [] },
        ]
      : all[scope];
  return {
    groups: groups.filter(({ hits }) => hits.length > 0),
    isSearching: isLong && (isFetching || asked.words !== words),
    error,
  };
}
