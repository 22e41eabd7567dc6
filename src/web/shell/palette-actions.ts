import * as lucide from "lucide-react";
import { changePassword, setLocale } from "#features/accounts/contract.ts";
import { type Agent, setStatus } from "#features/agents/contract.ts";
import { askAgents } from "#features/conversations/contract.ts";
import { makeDecision } from "#features/decisions/contract.ts";
import { addExecutive, editExecutive } from "#features/executives/contract.ts";
import { startDailyBrief } from "#features/expertise/contract.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { saveModelAccount } from "#features/models/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { kindNames } from "#features/records/fields/fields.ts";
import { openImport } from "#features/imports/contract.ts";
import { setupAgents } from "#features/setup/contract.ts";
import { createTask } from "#features/tasks/contract.ts";
import type { Endpoint } from "#contract/endpoint.ts";

/** An action a person can take: it opens the form or card for it. */
export type PaletteAction = {
  label: string;
  /** Search aliases. */
  alsoCalled?: string;
  icon: lucide.LucideIcon;
  href: string;
  /** The call it leads to; hidden from users who may not make it. */
  call: Pick<Endpoint, "access">;
  /** Shown before anything is typed. */
  isSuggested?: true;
};

/** The bell's panel is opened by the shell. */
export const notificationsHref = "#notifications";

const actions: readonly PaletteAction[] = [
  {
    label: "Ask an agent",
    alsoCalled: "question",
    icon: lucide.MessageCircleQuestion,
    href: "/?do=ask",
    call: askAgents,
    isSuggested: true,
  },
  {
    label: "Create a task",
    alsoCalled: "new add",
    icon: lucide.ListPlus,
    href: "/tasks?do=new",
    call: createTask,
    isSuggested: true,
  },
  {
    label: "Ask for a proposal",
    alsoCalled: "request decision new",
    icon: lucide.MessageSquarePlus,
    href: "/decisions?do=ask",
    call: makeDecision,
    isSuggested: true,
  },
  {
    label: "Add a figure",
    alsoCalled: "enter value metric revenue cash expenses",
    icon: lucide.Banknote,
    href: "/?do=figure",
    call: recordMetrics,
    isSuggested: true,
  },
  {
    label: "Add data from files",
    alsoCalled: "import upload csv excel xlsx spreadsheet records figures documents bank payroll",
    icon: lucide.Upload,
    href: "/add-data",
    call: openImport,
    isSuggested: true,
  },
  {
    label: "Set up the workforce",
    alsoCalled: "setup agents executives roles create",
    icon: lucide.Users,
    href: "/?do=setup",
    call: setupAgents,
  },
  {
    label: "Add an agent",
    alsoCalled: "executive new hire",
    icon: lucide.UserPlus,
    href: "/?add=executive",
    call: addExecutive,
  },
  {
    label: "Update the daily brief",
    alsoCalled: "briefing morning ceo",
    icon: lucide.Sunrise,
    href: "/?do=brief",
    call: startDailyBrief,
  },
  {
    label: "Change currency and time zone",
    alsoCalled: "locale settings",
    icon: lucide.MapPin,
    href: "/?do=locale",
    call: setLocale,
  },
  {
    label: "Connect a language model",
    alsoCalled: "provider api key openai anthropic ai settings",
    icon: lucide.Cpu,
    href: "/company-settings?do=connect",
    call: saveModelAccount,
  },
  {
    label: "Change your password",
    alsoCalled: "account",
    icon: lucide.KeyRound,
    href: "/account",
    call: changePassword,
  },
  {
    label: "Open notifications",
    alsoCalled: "unread bell",
    icon: lucide.Bell,
    href: notificationsHref,
    call: { access: "viewer" },
  },
];

const recordActions: readonly PaletteAction[] = Object.entries(kindNames).flatMap(([kind, { one }]) => [
  {
    label: `Add ${/^[aeiou]/.test(one) ? "an" : "a"} ${one}`,
    alsoCalled: "new record",
    icon: lucide.Plus,
    href: `/records/${kind}?do=add`,
    call: addRecord,
  },
]);

const actionsOn = ({ id, name, role, status }: Agent): readonly PaletteAction[] => [
  status === "active"
    ? {
        label: `Pause ${name}`,
        alsoCalled: `${role} stop agent switch off`,
        icon: lucide.Pause,
        href: `/?agent=${id}`,
        call: setStatus,
      }
    : {
        label: `Activate ${name}`,
        alsoCalled: `${role} start agent switch on`,
        icon: lucide.Play,
        href: `/?agent=${id}`,
        call: setStatus,
      },
  {
    label: `Edit ${name}`,
    alsoCalled: `${role} agent limits settings`,
    icon: lucide.Users,
    href: `/?edit=${id}`,
    call: editExecutive,
  },
];

/** Every typed word must begin a word of the label or an alias. */
function isFound({ label, alsoCalled = "" }: PaletteAction, words: readonly string[]): boolean {
  const known = `${label} ${alsoCalled}`.toLowerCase().split(/\s+/);
  return words.every((word) => known.some((one) => one.startsWith(word)));
}

/** Actions for the typed words. Without words the most used ones, or all others in a scope of one kind or agent. */
export function actionsFor(
  words: readonly string[],
  agents: readonly Agent[],
  may: (call: PaletteAction["call"]) => boolean,
  isAll: boolean,
): readonly PaletteAction[] {
  const allowed = (all: readonly PaletteAction[]) => all.filter(({ call }) => may(call));
  if (words.length === 0) return allowed(actions).filter(({ isSuggested }) => isAll || isSuggested);
  return allowed([...actions, ...recordActions, ...agents.flatMap(actionsOn)]).filter((action) =>
    isFound(action, words),
  );
}
