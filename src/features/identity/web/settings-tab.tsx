import { Link } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { Escalation, ResponseLength } from "#features/agents/contract.ts";
import type { Identity, PerformanceMetrics, Profile } from "#features/identity/contract.ts";
import { tierNames } from "#features/identity/promotions/contract.ts";
import { count, money, nothing, percent, sentenceCase, shortDate, words } from "#ui/format.ts";
import { Moment } from "#ui/kit/moment.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Terms } from "./tiles.tsx";

export const lengthWords: Record<ResponseLength, string> = {
  short: "Short, up to 2 sentences",
  medium: "Medium, up to 6 sentences",
  long: "Long, everything found",
};
export const escalationWords: Record<Escalation, string> = {
  conservative: "Conservative, asks at 80% of a limit",
  balanced: "Balanced, asks at 90% of a limit",
  independent: "Independent, asks at the limit",
};
const asks: Record<Escalation, string> = {
  conservative: "asks early, at 80% of a limit",
  balanced: "asks at 90% of a limit",
  independent: "asks only at the limit",
};

function statusWords({ promotionStatus, eligibleFor }: Profile): string {
  if (promotionStatus === "pending") return "A change waits for your decision";
  return eligibleFor ? `Eligible for ${tierNames[eligibleFor]}` : "Active";
}

/** "Marcus is a strategic CFO and Senior Advisor who answers at medium length and asks early, at 80% of a limit." */
function summaryOf(profile: Profile): string {
  const { agentName, personality, agentType, roleTier, specialtyFocus, defaultResponseLength } = profile;
  const article = /^[aeiou]/.test(personality) ? "an" : "a";
  const focus = specialtyFocus ? `specializes in ${words(specialtyFocus)}, ` : "";
  return `${agentName} is ${article} ${personality} ${agentType} and ${tierNames[roleTier]} who ${focus}answers at ${defaultResponseLength} length and ${asks[profile.escalationBehavior]}.`;
}

export function SettingsTab({ identity }: { identity: Identity }) {
  const { profile, performanceMetrics: metrics, agent } = identity;
  const { timeZone } = useCompany();
  if (!profile) return null;
  const resolved = metrics.types.find(({ decisionType }) => decisionType === profile.specialtyFocus)?.resolved;
  return (
    <div className="grid items-start gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_368px]">
      <div className="grid min-w-0 gap-8">
        <Section title="Identity">
          <p className="max-w-[70ch] border-t border-line py-3 text-lg text-pretty">{summaryOf(profile)}</p>
        </Section>
        <Section
          title="Voice and style"
          note="read-only"
          actions={
            <Link href={`/agent-setup?agent=${agent.id}`} className="text-sm font-medium">
              Change in Agent Setup
            </Link>
          }
        >
          <Terms
            rows={[
              ["Personality", sentenceCase(profile.personality)],
              ["Voice style", sentenceCase(profile.voiceStyle)],
              ["Communication style", profile.communicationStyle],
              ["Style", sentenceCase(profile.style)],
              ["Response length", lengthWords[profile.defaultResponseLength]],
              ["Escalation", escalationWords[profile.escalationBehavior]],
              [
                "Specialty",
                profile.specialtyFocus
                  ? `${sentenceCase(words(profile.specialtyFocus))}, ${resolved ?? 0} resolved outcomes`
                  : nothing,
              ],
            ]}
          />
        </Section>
      </div>
      <div className="grid min-w-0 gap-8">
        <Section title="Record" note={`since ${shortDate(profile.createdAt, timeZone)}`}>
          <Terms
            rows={[
              ["Promotion status", statusWords(profile)],
              ["Last promotion", profile.lastPromotionDate ? shortDate(profile.lastPromotionDate, timeZone) : nothing],
              [
                "Last reflection",
                profile.lastReflectionDate ? shortDate(profile.lastReflectionDate, timeZone) : nothing,
              ],
            ]}
          />
          <Fields fields={metrics.fields} />
        </Section>
        <Section title="History log" note="newest first">
          <ul>
            {profile.historyLog.map(({ at, text }, index) => (
              <li key={index} className="flex gap-3 border-t border-line py-1.5">
                <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
                <Moment at={at} timeZone={timeZone} />
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </div>
  );
}

/** Each with its formula below it; "—" without rows. */
export function Fields({ fields }: { fields: PerformanceMetrics["fields"] }) {
  const { currency } = useCompany();
  const valueOf = ({ value, unit }: (typeof fields)[number]): string => {
    if (value === null) return nothing;
    if (unit === "money") return money(value, currency);
    return unit === "percent" ? percent(value, 1) : count(value);
  };
  return (
    <dl>
      {fields.map((field) => (
        <div key={field.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line py-1.5">
          <dt className="text-ink-2">{field.label}</dt>
          <dd className="num font-medium">{valueOf(field)}</dd>
          <dd className="col-span-2 text-xs text-pretty text-ink-3">{field.formula}</dd>
        </div>
      ))}
    </dl>
  );
}
