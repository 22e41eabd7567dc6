import { useState } from "react";
import { type BoardPack, linkDays } from "#features/reports/contract.ts";
import { useShare } from "#features/reports/web/queries.ts";
import { copyText } from "#ui/copy.ts";
import { plural } from "#ui/format.ts";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";
import { CopyField } from "#ui/kit/copy-field.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";

/** Asks how long a link lasts, then shows the link, once. */
export function ShareDialog({ pack, onClose }: { pack: BoardPack; onClose: () => void }) {
  const [days, setDays] = useState<(typeof linkDays)[number]>(30);
  const [link, setLink] = useState<string>();
  const [isCopied, setCopied] = useState<boolean>();
  const share = useShare(setLink);
  return (
    <ActionDialog
      title={`Share the board pack of ${pack.label}`}
      onClose={onClose}
      className="grid content-start gap-4"
      submit={link ? "Copy link" : "Make the link"}
      cancel="Close"
      onSubmit={() => (link ? void copyText(link).then(setCopied) : share.mutate({ period: pack.period, days }))}
    >
      {link ? (
        <>
          <p className="text-pretty text-ink-2">
            Whoever has this link sees the pack as it is now, for {plural(days, "day")}. It isn't shown again.
          </p>
          <CopyField label="Link" value={link} isCopied={isCopied} />
        </>
      ) : (
        <>
          <p className="text-pretty text-ink-2">
            The link shows this pack as it is now, and nothing else of your company, without a sign-in. People are not
            named in it. You can revoke it at any time.
          </p>
          <Segmented
            label="The link lasts"
            value={String(days)}
            options={linkDays.map((one) => ({ value: String(one), label: plural(one, "day") }))}
            onChange={(value) => setDays(linkDays.find((one) => String(one) === value) ?? 30)}
          />
        </>
      )}
    </ActionDialog>
  );
}
