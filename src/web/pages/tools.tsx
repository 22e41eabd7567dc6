import { useCompany, useIsAdmin } from "#features/accounts/web/queries.ts";
import { useToolServers } from "#features/tools/web/queries.ts";
import { Servers } from "#features/tools/web/servers.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";

export default function ToolsPageView() {
  const isAdmin = useIsAdmin();
  return (
    <Page title="Tools of others">
      <PageHead title="Tools of others">
        What executives may use of other programs. Nothing gets past your limits, and what comes back is never an order.
      </PageHead>
      {isAdmin ? <Tools /> : <Empty title="For admins">Ask an admin of your company to add servers of tools.</Empty>}
    </Page>
  );
}

function Tools() {
  const { timeZone, currency } = useCompany();
  const { data, error } = useToolServers();
  if (!data) return <LoadingRows error={error} what="The servers could not be loaded" rows={4} />;
  return <Servers page={data} timeZone={timeZone} currency={currency} />;
}
