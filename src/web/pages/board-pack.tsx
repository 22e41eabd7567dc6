import { Printer, Share2 } from "lucide-react";
import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useCompany, useIsAdmin } from "#features/accounts/web/queries.ts";
import { Menu } from "#features/explore/web/menu.tsx";
import { lastMonth, packChoices, packSpan } from "#features/reports/rules.ts";
import { PackLinks } from "#features/reports/web/pack-links.tsx";
import { PackView } from "#features/reports/web/pack-view.tsx";
import { useBoardPack } from "#features/reports/web/queries.ts";
import { ShareDialog } from "#features/reports/web/share-dialog.tsx";
import { today } from "#ui/clock.ts";
import { longDate } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";

export default function BoardPackPage() {
  const { timeZone } = useCompany();
  const isAdmin = useIsAdmin();
  const [, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get("period");
  const [isSharing, setSharing] = useState(false);
  const choices = packChoices(today(timeZone));
  const all = [...choices.months, ...choices.quarters];
  const period = asked !== null && all.includes(asked) ? asked : lastMonth(today(timeZone));
  const { data, error } = useBoardPack(period);
  const optionsOf = (periods: readonly string[]) => periods.map((value) => ({ value, label: packSpan(value).label }));
  return (
    <Page title={`Board pack of ${packSpan(period).label}`}>
      <PageHead
        title="Board pack"
        actions={
          <>
            <Button onClick={() => window.print()} disabled={!data}>
              <Printer size={15} strokeWidth={1.75} aria-hidden /> Print or save as PDF
            </Button>
            {isAdmin && (
              <Button look="primary" onClick={() => setSharing(true)} disabled={!data}>
                <Share2 size={15} strokeWidth={1.75} aria-hidden /> Share
              </Button>
            )}
          </>
        }
      >
        {data ? `${data.companyName}, ${data.label}. As of ${longDate(data.asOf, timeZone)}.` : packSpan(period).label}
      </PageHead>
      <div className="mb-6 max-w-56 print:hidden">
        <Menu
          label="Month or quarter"
          value={period}
          options={[
            { label: "Months", options: optionsOf(choices.months) },
            { label: "Quarters", options: optionsOf(choices.quarters) },
          ]}
          onChange={(value) => navigate(`/board-pack?period=${value}`)}
        />
      </div>
      {data ? (
        <PackView pack={data} isOpen />
      ) : (
        <LoadingRows error={error} what="Couldn't put the board pack together" rows={8} tall />
      )}
      {isAdmin && <PackLinks />}
      {isSharing && data && <ShareDialog pack={data} onClose={() => setSharing(false)} />}
    </Page>
  );
}
