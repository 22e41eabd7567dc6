import { useState } from "react";
import { useCompany } from "#features/accounts/web/queries.ts";
import {
  useAddCalendarLink,
  useCalendarLinks,
  useDownloadCalendar,
  useRevokeCalendarLink,
} from "./calendar-queries.ts";
import { copyText } from "#ui/copy.ts";
import { longDate } from "#ui/format.ts";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";
import { Button } from "#ui/kit/button.tsx";
import { CopyField } from "#ui/kit/copy-field.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Section } from "#ui/kit/section.tsx";

/** What is due, in the person's own calendar: as a file, or as an address it reads again and again. */
export function CalendarSection() {
  const { timeZone } = useCompany();
  const { data, error } = useCalendarLinks();
  const [address, setAddress] = useState<string>();
  const add = useAddCalendarLink(setAddress);
  const revoke = useRevokeCalendarLink();
  const download = useDownloadCalendar();
  return (
    <Section id="calendar" title="Calendar" note={data?.length || undefined}>
      <p className="border-t border-line pt-3 text-pretty text-ink-2">
        Tasks, proposals, forecasts, payments, renewals and notice days in your calendar, from 90 days ago to a year
        ahead.
      </p>
      <div className="mt-3 mb-3 flex flex-wrap gap-2">
        <Button pending={add.isPending} onClick={() => add.mutate()}>
          Subscribe
        </Button>
        <Button pending={download.isPending} onClick={() => download.mutate()}>
          Download file
        </Button>
      </div>
      {!data ? (
        <LoadingRows error={error} what="Your calendar addresses could not be loaded" rows={1} />
      ) : (
        <ul>
          {data.map(({ id, createdAt, lastReadAt }) => (
            <li key={id} className="flex min-h-row flex-wrap items-center gap-x-4 border-t border-line py-1.5">
              <span className="min-w-0 flex-1 basis-52">
                Address made on {longDate(createdAt, timeZone)}
                <span className="block text-xs text-ink-3">
                  {lastReadAt ? (
                    <>
                      Last read <Moment at={lastReadAt} timeZone={timeZone} />
                    </>
                  ) : (
                    "Not read yet"
                  )}
                </span>
              </span>
              <Button
                small
                look="destructive"
                aria-label={`Revoke the address made on ${longDate(createdAt, timeZone)}`}
                pending={revoke.isPending && revoke.variables === id}
                onClick={() => revoke.mutate(id)}
                className="-mr-2.5 ml-auto"
              >
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
      {address && <AddressDialog address={address} onClose={() => setAddress(undefined)} />}
    </Section>
  );
}

function AddressDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const [isCopied, setCopied] = useState<boolean>();
  return (
    <ActionDialog
      title="Your calendar address"
      onClose={onClose}
      className="grid content-start gap-4"
      submit="Copy address"
      cancel="Close"
      onSubmit={() => void copyText(address).then(setCopied)}
    >
      <p className="text-pretty text-ink-2">
        Add it in your calendar as a calendar from an address. Whoever has it sees what is due, so keep it to yourself.
        It isn't shown again; you can revoke it at any time.
      </p>
      <CopyField label="Address" value={address} isCopied={isCopied} />
    </ActionDialog>
  );
}
