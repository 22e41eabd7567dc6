import { includesRole } from "#contract/roles.ts";
import { AssistantList } from "#features/accounts/assistants/web/assistant-list.tsx";
import { SecondFactorSection } from "#features/accounts/factors/web/second-factor-section.tsx";
import { ProviderLink } from "#features/accounts/provider/web/provider-link.tsx";
import { TokenList } from "#features/accounts/tokens/web/token-list.tsx";
import { PasswordForm } from "#features/accounts/web/password-form.tsx";
import { ProfileForm } from "#features/accounts/web/profile-form.tsx";
import { useUser } from "#features/accounts/web/queries.ts";
import { SessionList } from "#features/accounts/web/session-list.tsx";
import { OwnReviews } from "#features/decisions/web/review-record.tsx";
import { PushSection } from "#features/notifications/web/push-section.tsx";
import { CalendarSection } from "#features/reports/web/calendar-section.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { Section } from "#ui/kit/section.tsx";

export default function AccountPage() {
  const user = useUser();
  if (!user) return null;
  return (
    <Page title="Your account">
      <PageHead title="Your account">
        Signed in as <strong className="font-medium wrap-anywhere text-ink">{user.username}</strong>, {user.email}
      </PageHead>
      <div className="grid max-w-[880px] gap-8 md:gap-10">
        <Section title="Profile">
          <ProfileForm user={user} />
        </Section>
        <PushSection />
        <CalendarSection />
        <SessionList />
        {includesRole(user.role, "approver") && <OwnReviews />}
        <Section title="Password">
          <PasswordForm username={user.username} />
        </Section>
        <SecondFactorSection />
        <AssistantList whose="own" />
        <TokenList whose="own" />
        <ProviderLink />
      </div>
    </Page>
  );
}
