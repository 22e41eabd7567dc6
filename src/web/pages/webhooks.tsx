import { useCompany, useIsAdmin } from "#features/accounts/web/queries.ts";
import { Incoming } from "#features/webhooks/web/incoming.tsx";
import { Outgoing } from "#features/webhooks/web/outgoing.tsx";
import { useWebhooks } from "#features/webhooks/web/queries.ts";
import { Empty, Fault } from "#ui/kit/empty.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";

export default function WebhooksPageView() {
  const isAdmin = useIsAdmin();
  return (
    <Page title="Webhooks">
      <PageHead title="Webhooks">What other programs hear from Boardroom, and the rows they send.</PageHead>
      {isAdmin ? <Webhooks /> : <Empty title="For admins">Ask an admin of your company to set up webhooks.</Empty>}
    </Page>
  );
}

function Webhooks() {
  const { timeZone } = useCompany();
  const { data, error } = useWebhooks();
  if (error && !data) return <Fault error={error} what="The webhooks could not be loaded" />;
  if (!data)
    return (
      <div role="status">
        <span className="sr-only">Loading...</span>
        <SkeletonRows rows={6} tall />
      </div>
    );
  return (
    <div className="grid items-start gap-x-14 gap-y-8 lg:grid-cols-2 [&>*]:min-w-0">
      <Outgoing page={data} timeZone={timeZone} />
      <Incoming page={data} timeZone={timeZone} />
    </div>
  );
}
