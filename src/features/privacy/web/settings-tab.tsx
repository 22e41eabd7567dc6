import type { ConsentKind } from "#features/accounts/consents/contract.ts";
import { consentKinds } from "#features/accounts/consents/contract.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { Consent, Settings } from "#features/privacy/contract.ts";
import { shortDate } from "#ui/format.ts";
import { Columns } from "#ui/kit/page.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Switch } from "#ui/kit/switch.tsx";
import { useChangeSettings } from "./queries.ts";

const shown: Record<ConsentKind, { label: string; meaning: string; on: string; off: string }> = {
  essential: {
    label: "Essential",
    meaning: "Sign-in, your company's data, the journal. Always on.",
    on: "on",
    off: "off",
  },
  dataProcessing: {
    label: "Data processing",
    meaning: "Agents may read mailboxes you connect and answer. None is connected.",
    on: "on",
    off: "off",
  },
  thirdPartySharing: {
    label: "Third-party sharing",
    meaning:
      "Send personal data to an outside language model. Off: members' names, email addresses and phone numbers are replaced first.",
    on: "on",
    off: "off",
  },
  analytics: { label: "Analytics", meaning: "Usage counts. This version keeps none.", on: "on", off: "off" },
  personalization: {
    label: "Personalization",
    meaning: "Lists ordered for you. This version orders them the same for everyone.",
    on: "on",
    off: "off",
  },
  marketing: { label: "Marketing", meaning: "Tips by email. This version sends none.", on: "on", off: "off" },
  gdprConsent: {
    label: "GDPR consent",
    meaning: "Agreement to the processing terms, EU and UK.",
    on: "given",
    off: "withdrawn",
  },
  ccpaConsent: {
    label: "CCPA consent",
    meaning: "Agreement to the processing terms, California.",
    on: "given",
    off: "withdrawn",
  },
};

type Change = { id: string; kind: ConsentKind; isOn: boolean; at: string; terms: string };

/** Each consent and each withdrawal, newest first. */
const changesOf = (consents: readonly Consent[]): Change[] =>
  consents
    .flatMap(({ id, kind, terms, consentDate, withdrawnAt }): Change[] => [
      ...(withdrawnAt ? [{ id: `${id} off`, kind, isOn: false, at: withdrawnAt, terms }] : []),
      { id, kind, isOn: true, at: consentDate, terms },
    ])
    .toSorted((one, other) => other.at.localeCompare(one.at));

export function SettingsTab({ settings, consents }: { settings: Settings; consents: readonly Consent[] }) {
  const { timeZone } = useCompany();
  const change = useChangeSettings();
  const changes = changesOf(consents);
  const sinceOf = (kind: ConsentKind): string => {
    if (kind === "essential") return "Always on";
    const { on, off } = shown[kind];
    const last = changes.find((one) => one.kind === kind);
    const isGiven = on === "given";
    if (!last) return isGiven ? "Not given" : "Off";
    const word = last.isOn ? on : off;
    return `${word.charAt(0).toUpperCase()}${word.slice(1)}${isGiven ? "" : " since"} ${shortDate(last.at, timeZone)}`;
  };
  return (
    <Columns
      main={
        <ul className="-mt-5">
          {consentKinds.map((kind) => (
            <li key={kind} data-setting={kind} className="flex items-center gap-4 border-b border-line py-2.5">
              <div className="min-w-0 flex-1">
                <div className="font-medium">{shown[kind].label}</div>
                <div className="text-sm text-pretty text-ink-2">{shown[kind].meaning}</div>
                <div className="text-xs text-ink-3 md:hidden">{sinceOf(kind)}</div>
              </div>
              <span className="flex-none text-xs text-ink-3 max-md:hidden">{sinceOf(kind)}</span>
              <Switch
                label={shown[kind].label}
                on={settings[kind]}
                disabled={kind === "essential" || change.isPending}
                onChange={(on) => change.mutate({ [kind]: on })}
              />
            </li>
          ))}
        </ul>
      }
      rail={
        <Section title="Changes" note="yours, newest first" className="border-t-0">
          <ul>
            {changes.slice(0, 20).map(({ id, kind, isOn, at, terms }) => (
              <li key={id} className="flex items-center justify-between gap-4 border-t border-line py-2 text-sm">
                <span className="min-w-0">
                  {shown[kind].label} {isOn ? shown[kind].on : shown[kind].off}
                  {terms.startsWith("connection") && <span className="block text-xs text-ink-3">{terms}</span>}
                </span>
                <span className="flex-none text-ink-2">{shortDate(at, timeZone)}</span>
              </li>
            ))}
          </ul>
          <p className="mt-2 text-xs text-pretty text-ink-3">
            Each change is kept with its date, also after you withdraw it. A switch moves once the server has saved it.
          </p>
        </Section>
      }
    />
  );
}
