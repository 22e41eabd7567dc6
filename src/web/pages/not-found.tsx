import { Link } from "wouter";
import { buttonClass } from "#ui/kit/button.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";

export const NotFoundPage = () => (
  <Page title="Not found">
    <PageHead title="404 Page Not Found">There is nothing at this address.</PageHead>
    <Link href="/" className={buttonClass()}>
      Go to the dashboard
    </Link>
  </Page>
);
