import * as lucide from "lucide-react";

/** The places of the left bar, each with the key that goes there after `g`, and whether phones have it at the bottom. */
export const places = [
  { name: "Today", key: "t", icon: lucide.Inbox, isOnPhone: true },
  { name: "Decisions", key: "d", icon: lucide.Gavel, isOnPhone: true },
  { name: "Work", key: "w", icon: lucide.ListTodo, isOnPhone: true },
  { name: "Company", key: "c", icon: lucide.Building2, isOnPhone: true },
  { name: "Agents", key: "a", icon: lucide.Users, isOnPhone: false },
  { name: "Ask", key: "q", icon: lucide.MessageCircleQuestionMark, isOnPhone: true },
  { name: "Settings", key: "s", icon: lucide.Settings, isOnPhone: false },
] as const;
export type PlaceName = (typeof places)[number]["name"];

/** `tabOf`: the page it is a tab of. */
type Entry = {
  place: PlaceName;
  href: string;
  label: string;
  icon: lucide.LucideIcon;
  forAdmins?: boolean;
  tabOf?: string;
};

/** The pages in the menu and the search, by place, its own page first; entries are added with their pages. */
export const entries: readonly Entry[] = [
  { place: "Today", href: "/", label: "Dashboard", icon: lucide.LayoutDashboard },
  { place: "Decisions", href: "/decisions", label: "Decisions", icon: lucide.Vote },
  { place: "Work", href: "/tasks", label: "Tasks", icon: lucide.SquareCheckBig },
  { place: "Work", href: "/runs", label: "Runs", icon: lucide.ListChecks },
  { place: "Work", href: "/feed", label: "Live Feed", icon: lucide.Radio, tabOf: "/runs" },
  { place: "Work", href: "/console", label: "Console", icon: lucide.SquareTerminal },
  { place: "Work", href: "/orchestrator", label: "Orchestrator", icon: lucide.Waypoints },
  { place: "Work", href: "/mail", label: "Mail", icon: lucide.Mail },
  { place: "Work", href: "/outbox", label: "Outbox", icon: lucide.Send },
  { place: "Company", href: "/records", label: "Records", icon: lucide.Table2 },
  { place: "Company", href: "/add-data", label: "Add data", icon: lucide.Upload },
  { place: "Company", href: "/explore", label: "Explore", icon: lucide.ChartColumn },
  { place: "Company", href: "/board-pack", label: "Board pack", icon: lucide.Presentation },
  { place: "Company", href: "/brain-dashboard", label: "Company Brain", icon: lucide.Brain },
  { place: "Agents", href: "/agent-identity", label: "Agent Identity", icon: lucide.IdCard },
  { place: "Agents", href: "/org", label: "Org Chart", icon: lucide.Network },
  { place: "Agents", href: "/oversight", label: "AGI Oversight", icon: lucide.Shield },
  { place: "Agents", href: "/policies", label: "Limits and policies", icon: lucide.SlidersHorizontal },
  { place: "Ask", href: "/ceo-chat", label: "CEO Chat", icon: lucide.MessageSquare },
  { place: "Settings", href: "/company-settings", label: "Company Settings", icon: lucide.Settings },
  { place: "Settings", href: "/company-setup", label: "Company Setup", icon: lucide.Building2 },
  { place: "Settings", href: "/members", label: "Members", icon: lucide.Users },
  { place: "Settings", href: "/agent-setup", label: "Agent Setup", icon: lucide.SlidersHorizontal },
  { place: "Settings", href: "/integrations", label: "Integrations", icon: lucide.Plug },
  { place: "Settings", href: "/tools", label: "Tools of others", icon: lucide.Wrench, forAdmins: true },
  { place: "Settings", href: "/webhooks", label: "Webhooks", icon: lucide.Webhook, forAdmins: true },
  { place: "Settings", href: "/security", label: "Security", icon: lucide.ShieldCheck },
  { place: "Settings", href: "/privacy-dashboard", label: "Privacy", icon: lucide.Lock },
  { place: "Settings", href: "/status", label: "Status", icon: lucide.Activity, forAdmins: true },
  { place: "Settings", href: "/developers", label: "Developers", icon: lucide.CodeXml },
  { place: "Settings", href: "/account", label: "Your account", icon: lucide.CircleUser },
];

/** The entry of a page, also of one below it. */
const entryAt = (path: string): Entry | undefined =>
  entries.find(({ href }) => href === path || (href !== "/" && path.startsWith(`${href}/`)));

/** Pages that belong to a place without an entry. */
const others: Readonly<Record<string, PlaceName>> = { "/executives": "Agents" };
export const placeAt = (path: string): PlaceName | undefined =>
  entryAt(path)?.place ?? others[`/${path.split("/")[1]}`];

export const pagesOf = (place: PlaceName, isAdmin: boolean): readonly Entry[] =>
  entries.filter((entry) => entry.place === place && (isAdmin || !entry.forAdmins));
/** Those with an entry in the bar: a tab of one of them has none of its own. */
export const barPagesOf = (place: PlaceName, isAdmin: boolean): readonly Entry[] =>
  pagesOf(place, isAdmin).filter(({ tabOf }) => !tabOf);
/** The one of them that is open. */
export const pageOf = (path: string): string | undefined => entryAt(path)?.tabOf ?? entryAt(path)?.href;
export const homeOf = (place: PlaceName): string => entries.find((entry) => entry.place === place)?.href ?? "/";
