import { useState } from "react";
import { SessionList } from "#features/accounts/web/session-list.tsx";
import { useIsAdmin } from "#features/accounts/web/queries.ts";
import type { Member, Seats } from "#features/members/contract.ts";
import { InvitationList } from "#features/members/web/invitation-list.tsx";
import { InviteForm } from "#features/members/web/invite-form.tsx";
import { PeopleTable } from "#features/members/web/people-table.tsx";
import { type OnLink, useInvitations, useMembers } from "#features/members/web/queries.ts";
import { RoleTable } from "#features/members/web/role-table.tsx";
import { plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Columns, Page, PageHead } from "#ui/kit/page.tsx";
import { Section } from "#ui/kit/section.tsx";
import { onDemand } from "#ui/on-demand.ts";

const LinkDialog = onDemand(() => import("#features/members/web/link-dialog.tsx"));
const MemberDialog = onDemand(() => import("#features/members/web/member-dialog.tsx"));
const SeatsDialog = onDemand(() => import("#features/members/web/seats-dialog.tsx"));

export default function MembersPage() {
  const { data, error } = useMembers();
  const invitations = useInvitations().data ?? [];
  const isAdmin = useIsAdmin();
  const [link, setLink] = useState<{ link: string; email: string; isMailed: boolean }>();
  const [editing, setEditing] = useState<Member>();
  const [isSeating, setSeating] = useState(false);
  const showLink: OnLink = (made, email, isMailed) => setLink({ link: made, email, isMailed });
  return (
    <Page title="Members">
      <PageHead title="Members" handOn>
        {data ? describe(data.members.length, invitations.length, data.seats) : "The people of your company."}
      </PageHead>
      {!data ? (
        <LoadingRows error={error} what="The members could not be loaded" rows={5} tall />
      ) : (
        <Columns
          main={
            <>
              {isAdmin && (
                <Section
                  title="Invite"
                  note={`${data.seats.taken} of ${plural(data.seats.most, "seat")}`}
                  actions={
                    <Button small look="quiet" onClick={() => setSeating(true)}>
                      Change seats
                    </Button>
                  }
                >
                  <InviteForm seats={data.seats} onLink={showLink} />
                </Section>
              )}
              <PeopleTable members={data.members} isAdmin={isAdmin} onEdit={setEditing} />
              <InvitationList invitations={invitations} onLink={showLink} />
              <RoleTable />
            </>
          }
          rail={<SessionList />}
        />
      )}
      {link && <LinkDialog {...link} onClose={() => setLink(undefined)} />}
      {editing && <MemberDialog key={editing.id} member={editing} onClose={() => setEditing(undefined)} />}
      {isSeating && data && <SeatsDialog seats={data.seats} onClose={() => setSeating(false)} />}
    </Page>
  );
}

/** "5 people and 2 open invitations. 3 seats are free." */
function describe(people: number, invitations: number, { taken, most }: Seats): string {
  const invited = invitations > 0 ? ` and ${plural(invitations, "open invitation")}` : "";
  const free = Math.max(0, most - taken);
  const seats = free === 0 ? "No seat is free" : free === 1 ? "1 seat is free" : `${free} seats are free`;
  return `${people === 1 ? "1 person" : `${people} people`}${invited}. ${seats}.`;
}
