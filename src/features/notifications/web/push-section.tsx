import { BellRing } from "lucide-react";
import { useState } from "react";
import { useCompany } from "#features/accounts/web/queries.ts";
import { pushAbouts, type PushDevice, type PushSettings } from "#features/notifications/push/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { Switch } from "#ui/kit/switch.tsx";
import { canNotify, deviceHere } from "#ui/push-here.ts";
import { MailLines } from "./mail-lines.tsx";
import { Line } from "./line.tsx";
import { useAddDevice, useChoosePush, usePush, useRemoveDevice, useTryDevice } from "./push-queries.ts";

const aboutLabels = { "needs-you": "What needs you", all: "Everything" };

/** Notifications on the person's devices: a switch for this one, the others, what about, and quiet hours. */
export function PushSection() {
  const { data, error } = usePush();
  return (
    <Section id="notifications" title="Notifications" note={data?.devices.length || undefined}>
      {data ? (
        <Settings settings={data} />
      ) : (
        <LoadingRows error={error} what="Your notifications could not be loaded" rows={3} />
      )}
    </Section>
  );
}

function Settings({ settings }: { settings: PushSettings }) {
  const { publicKey, devices, about, quiet, brief, approvals } = settings;
  const chosen = { about, quiet, brief, approvals };
  const [add, remove, choose] = [useAddDevice(publicKey), useRemoveDevice(), useChoosePush()];
  const here = devices.find(({ id }) => id === deviceHere());
  const isWorking = add.isPending || remove.isPending;
  return (
    <>
      <Line
        label="Notify me on this device"
        hint={
          canNotify()
            ? "Also while Boardroom is closed. A button opens the proposal."
            : "On an iPhone or iPad, add Boardroom to the home screen first; elsewhere use a current browser over https."
        }
      >
        <Switch
          label="Notify me on this device"
          on={here !== undefined}
          disabled={!canNotify() || isWorking}
          onChange={(on) => (on ? add.mutate() : here && remove.mutate(here.id))}
        />
      </Line>
      {devices.map((device) => (
        <Device key={device.id} device={device} isHere={device === here} onRemove={() => remove.mutate(device.id)} />
      ))}
      <Line label="Notify me of" hint="What needs you: proposals, deadlines, tasks, forecasts, comments, oversight.">
        <Segmented
          label="Notify me of"
          value={about}
          options={pushAbouts.map((value) => ({ value, label: aboutLabels[value] }))}
          onChange={(value) => choose.mutate({ ...chosen, about: value })}
        />
      </Line>
      <Line label="Quiet hours" hint="What comes in them arrives at their end, as one notification.">
        <Switch
          label="Quiet hours"
          on={quiet !== null}
          onChange={(on) =>
            choose.mutate({
              ...chosen,
              quiet: on
                ? { from: "22:00", to: "07:00", timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
                : null,
            })
          }
        />
      </Line>
      {quiet && (
        <Hours
          key={`${quiet.from} ${quiet.to}`}
          quiet={quiet}
          error={choose.error?.message}
          onChange={(hours) => choose.mutate({ ...chosen, quiet: { ...quiet, ...hours } })}
        />
      )}
      <MailLines settings={settings} onChange={(mailed) => choose.mutate({ ...chosen, ...mailed })} />
    </>
  );
}

type HoursProps = {
  quiet: NonNullable<PushSettings["quiet"]>;
  error: string | undefined;
  onChange: (hours: { from: string; to: string }) => void;
};

function Hours({ quiet, error, onChange }: HoursProps) {
  const [hours, setHours] = useState({ from: quiet.from, to: quiet.to });
  const isChanged = hours.from !== quiet.from || hours.to !== quiet.to;
  const field = (name: "from" | "to", label: string) => (
    <TextField
      type="time"
      label={label}
      required
      value={hours[name]}
      onText={(text) => setHours({ ...hours, [name]: text })}
      onBlur={() => isChanged && hours.from && hours.to && onChange(hours)}
      error={name === "to" ? error : undefined}
    />
  );
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-1.5 border-t border-line py-3 md:grid-cols-[160px_160px]">
      {field("from", "From")}
      {field("to", "To")}
      <p className="col-span-2 text-xs text-ink-3">{quiet.timeZone.replaceAll("_", " ")}</p>
    </div>
  );
}

type DeviceProps = { device: PushDevice; isHere: boolean; onRemove: () => void };

function Device({ device: { id, name, service, lastSentAt, addedAt }, isHere, onRemove }: DeviceProps) {
  const { timeZone } = useCompany();
  const test = useTryDevice();
  const called = name ?? "Unknown browser";
  return (
    <div data-device className="flex min-h-row flex-wrap items-center gap-x-2.5 gap-y-1 border-t border-line py-2">
      <BellRing size={16} strokeWidth={1.75} aria-hidden className="flex-none text-ink-3" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium wrap-anywhere">
          {called} {isHere && <span className="font-normal text-ink-3">this device</span>}
        </p>
        <p className="text-xs wrap-anywhere text-ink-3">
          {service}, {lastSentAt ? "last sent " : "added "}
          <Moment at={lastSentAt ?? addedAt} timeZone={timeZone} />
        </p>
      </div>
      <div className="ml-auto flex">
        <Button
          small
          look="quiet"
          pending={test.isPending}
          aria-label={`Test ${called}`}
          onClick={() => test.mutate(id)}
        >
          Send a test
        </Button>
        <Button small look="quiet" aria-label={`Remove ${called}`} onClick={onRemove} className="-mr-2.5">
          Remove
        </Button>
      </div>
    </div>
  );
}
