import { Link } from "wouter";
import { buttonClass } from "#ui/kit/button.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";

export const NotFoundPage = () => (
  <Page title="Not found">
    <PageHead title="404 Page Not Found">This page does not exist.</PageHead>
    <p className="mb-4 text-sm text-ink-3">Did you forget to add the page to the router?</p>
    <Link href="/" className={buttonClass()}>
      Go to the dashboard
    </Link>
  </Page>
);
