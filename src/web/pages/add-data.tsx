import { openImport } from "#features/imports/contract.ts";
import { onlyWho, useMay } from "#features/accounts/web/queries.ts";
import { AddData, useStartAll } from "#features/imports/web/add-data.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";

/** The one door for files. */
export default function AddDataPage() {
  const may = useMay(openImport);
  return (
    <Page title="Add data">
      <PageHead title="Add data" actions={may && <StartAll />}>
        From files your programs export. Data stays on this installation.
      </PageHead>
      {may ? <AddData /> : <p className="text-ink-2">{onlyWho(openImport, "add data")}.</p>}
    </Page>
  );
}

function StartAll() {
  const { note, button } = useStartAll();
  return (
    <div className="flex flex-wrap items-center gap-3">
      {note && <span className="text-sm text-ink-2">{note}</span>}
      {button}
    </div>
  );
}
