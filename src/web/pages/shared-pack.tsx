import { Printer } from "lucide-react";
import { useState } from "react";
import { PackView } from "#features/reports/web/pack-view.tsx";
import { useSharedPack } from "#features/reports/web/queries.ts";
import { CallError, sentenceOf } from "#ui/api.ts";
import { longDate } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { Loading } from "../shell/loading.tsx";
import { PlainFrame } from "../shell/plain-frame.tsx";

/** What a link to a board pack shows; its token is after the hash, which is never sent. */
export default function SharedPackPage() {
  const [token] = useState(() => location.hash.slice(1));
  const { data, error } = useSharedPack(token);
  if (!data && !error) return <Loading />;
  if (!data)
    return (
      <PlainFrame title="Board pack">
        {error instanceof CallError && error.status < 500 ? (
          <p className="text-pretty text-ink-2">{sentenceOf(error)}</p>
        ) : (
          <Fault error={error} what="The board pack could not be loaded" />
        )}
      </PlainFrame>
    );
  const { pack, expiresAt } = data;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Page title={`${pack.companyName}: board pack of ${pack.label}`}>
      <PageHead
        title={`${pack.companyName}: ${pack.label}`}
        actions={
          <Button onClick={() => window.print()}>
            <Printer size={15} strokeWidth={1.75} aria-hidden /> Print or save as PDF
          </Button>
        }
      >
        Board pack as of {longDate(pack.asOf, zone)}. This link works until {longDate(expiresAt, zone)}.
      </PageHead>
      <PackView pack={pack} isOpen={false} />
    </Page>
  );
}
