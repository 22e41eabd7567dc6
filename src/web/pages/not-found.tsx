import { Link } from "wouter";
import { buttonClass } from "#ui/kit/button.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";

export const NotFoundPage = () => (
  <Page title="Not found">
    <PageHead title="404 Page Not Found">This page does not exist.</PageHead>
    <Link href="/" className={buttonClass()}>
      Go to the dashboard
    </Link>
  </Page>
);
