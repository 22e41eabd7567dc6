import { useIsAdmin } from "#features/accounts/web/queries.ts";
import { SlackSettings } from "#features/slack/web/slack-settings.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";

export default function SlackPageView() {
  const isAdmin = useIsAdmin();
  return (
    <Page title="Slack">
      <PageHead title="Slack">Approvals, notices and questions where your team talks.</PageHead>
      {isAdmin ? <SlackSettings /> : <Empty title="For admins">Ask an admin of your company to set up Slack.</Empty>}
    </Page>
  );
}
