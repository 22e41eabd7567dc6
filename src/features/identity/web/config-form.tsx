import { Slider } from "radix-ui";
import { type KeyboardEvent, useState } from "react";
import { onlyWho, useMay } from "#features/accounts/web/queries.ts";
import { escalations, responseLengths, voiceStyles } from "#features/agents/contract.ts";
import { riskShare } from "#features/authority/limits/rules.ts";
import { type AgentConfig, changeConfig, configForm } from "#features/identity/config/contract.ts";
import { percent, sentenceCase } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Options, SelectField, TextField } from "#ui/kit/field.tsx";
import { Section } from "#ui/kit/section.tsx";
import { isStale, Stale } from "#ui/kit/stale.tsx";
import { useChangeConfig } from "./queries.ts";
import { escalationWords, lengthWords } from "./settings-tab.tsx";

const step = 5;

const valuesOf = ({ agentId: _id, alone: _alone, version: _version, voiceStyle, ...rest }: AgentConfig) => ({
  ...rest,
  // The schema refuses an empty choice with its sentence.
  voiceStyle: voiceStyle as string,
});

/** Voice, limits and tasks of one agent. */
export function ConfigForm({ config, name }: { config: AgentConfig; name: string }) {
  const [seen, setSeen] = useState(config);
  const stored = valuesOf(seen);
  const [values, setValues] = useState(stored);
  const [isSubmitted, setSubmitted] = useState(false);
  const change = useChangeConfig(config.agentId);
  const load = (loaded: AgentConfig): void => {
    setSeen(loaded);
    setValues(valuesOf(loaded));
    setSubmitted(false);
  };
  const may = useMay(changeConfig);
  const checked = configForm.safeParse(values);
  const errorOf = (field: string) =>
    isSubmitted ? checked.error?.issues.find(({ path }) => path[0] === field)?.message : undefined;
  const set = (changed: Partial<typeof values>) => setValues({ ...values, ...changed });
  const isChanged = JSON.stringify(values) !== JSON.stringify(stored);
  // Unsaved changes stay, even if someone else has saved since.
  if (seen !== config && !isChanged) load(config);
  return (
    <Section title={`Configuration of ${name}`} note={isChanged ? "not saved" : undefined}>
      <form
        noValidate
        className="grid max-w-[560px] gap-5 border-t border-line pt-4"
        onSubmit={(event) => {
          event.preventDefault();
          setSubmitted(true);
          if (checked.success) change.mutate({ ...checked.data, version: seen.version }, { onSuccess: load });
        }}
      >
        <SelectField
          label="Voice style"
          hint="How answers written by rules begin."
          error={errorOf("voiceStyle")}
          value={values.voiceStyle}
          disabled={!may}
          onText={(typed) => set({ voiceStyle: typed })}
        >
          <option value="">Choose a voice style</option>
          <Options of={voiceStyles.map((one) => [one, sentenceCase(one)])} />
        </SelectField>
        <RiskSlider value={values.riskTolerance} disabled={!may} onChange={(riskTolerance) => set({ riskTolerance })} />
        <TextField
          label="Default task type"
          hint="The type of the tasks this agent opens, such as Analysis."
          error={errorOf("defaultTaskType")}
          value={values.defaultTaskType}
          maxLength={100}
          disabled={!may}
          onText={(typed) => set({ defaultTaskType: typed })}
        />
        <SelectField
          label="Response length"
          value={values.defaultResponseLength}
          disabled={!may}
          onText={(typed) => set({ defaultResponseLength: typed as typeof values.defaultResponseLength })}
        >
          <Options of={responseLengths.map((one) => [one, lengthWords[one]])} />
        </SelectField>
        <SelectField
          label="Escalation"
          hint="With the lowest of authority, risk tolerance and escalation, the agent decides alone."
          value={values.escalationBehavior}
          disabled={!may}
          onText={(typed) => set({ escalationBehavior: typed as typeof values.escalationBehavior })}
        >
          <Options of={escalations.map((one) => [one, escalationWords[one]])} />
        </SelectField>
        <p className="text-sm text-ink-2">
          Saved now: alone up to{" "}
          {percent(config.alone.share * 100, config.alone.share * 100 === Math.round(config.alone.share * 100) ? 0 : 1)}{" "}
          of a limit. {config.alone.source}.
        </p>
        {isStale(change.error) && change.error && (
          <Stale
            error={change.error}
            onLoad={config.version === seen.version ? undefined : () => (change.reset(), load(config))}
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" disabled={!may} pending={change.isPending}>
            Save Configuration
          </Button>
          {isChanged && (
            <Button look="quiet" onClick={() => setValues(stored)}>
              Discard changes
            </Button>
          )}
          {!may && <span className="self-center text-sm text-ink-3">{onlyWho(changeConfig, "change it")}</span>}
        </div>
      </form>
    </Section>
  );
}

type SliderProps = { value: number; disabled: boolean; onChange: (value: number) => void };

/** 0 to 100 in steps of 5; page keys and Shift with an arrow move it 10 steps. */
function RiskSlider({ value, disabled, onChange }: SliderProps) {
  const leap = (event: KeyboardEvent) => {
    const up = ["PageUp", "ArrowUp", "ArrowRight"].includes(event.key);
    const down = ["PageDown", "ArrowDown", "ArrowLeft"].includes(event.key);
    const isLeap = event.key.startsWith("Page") || (event.shiftKey && event.key.startsWith("Arrow"));
    if (disabled || !isLeap || !(up || down)) return;
    event.preventDefault();
    onChange(Math.min(100, Math.max(0, value + (up ? 10 : -10) * step)));
  };
  return (
    <div className="grid gap-1.5">
      <div className="flex justify-between text-sm leading-[18px] font-medium">
        <span id="risk-tolerance">Risk tolerance</span>
        <span className="num">{value}</span>
      </div>
      <Slider.Root
        className="relative flex h-10 touch-none items-center select-none md:h-8"
        min={0}
        max={100}
        step={step}
        value={[value]}
        disabled={disabled}
        onValueChange={([next = value]) => onChange(next)}
      >
        <Slider.Track className="relative h-1 flex-1 rounded-full bg-pressed">
          <Slider.Range className="absolute h-full rounded-full bg-accent" />
        </Slider.Track>
        <Slider.Thumb
          aria-labelledby="risk-tolerance"
          aria-describedby="risk-tolerance-note"
          onKeyDown={leap}
          className="block size-5 rounded-full border border-line-strong bg-surface shadow-sm focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent md:size-4"
        />
      </Slider.Root>
      <p id="risk-tolerance-note" className="text-xs text-ink-3">
        May use up to {percent(riskShare(value) * 100, value % 2 === 0 ? 0 : 1)} of a limit alone. It never raises a
        limit.
      </p>
    </div>
  );
}
