import { useInfiniteQuery } from '@tanstack/react-query';
import { updateClubMembers } from '#contract/clubs/calls.ts';
import { LoadMore, Row, RowList } from '../../../kit/row-list.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { nameOf } from '../../people/person.ts';
import { applicantPages, staleMembership } from '../clubs.data.ts';

/** The texts for invitations and bans, and for revoking them. */
const words = {
  invited: {
    title: 'clubs.invitedPeople',
    since: 'clubs.invitedOn',
    act: 'uninvite',
    verb: 'clubs.revokeInvitation',
    verbOf: 'clubs.revokeInvitationOf',
    success: 'clubs.invitationRevoked',
  },
  banned: {
    title: 'clubs.banned',
    since: 'clubs.bannedSince',
    act: 'unban',
    verb: 'clubs.unban',
    verbOf: 'clubs.unbanPerson',
    success: 'clubs.unbanned',
  },
} as const;

/** People who are invited to the club or banned from it, with a button to undo that. Shows nothing if there are none. */
export function ManageOutside({ id, status }: { id: string; status: keyof typeof words }) {
  const { t, date } = useMessages();
  const labels = words[status];
  const listed = useInfiniteQuery(applicantPages(id, status));
  const people = listed.data?.pages.flatMap(({ items }) => items) ?? [];
  const undo = useAction(
    (uid: string) => call(updateClubMembers, { id, uids: [uid], act: labels.act }),
    { invalidates: staleMembership, success: t(labels.success) },
  );
  if (people.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h2 className="text-lg!">{t(labels.title)}</h2>
      <RowList isCard label={t(labels.title)}>
        {people.map((person) => {
          const name = nameOf(person);
          return (
            <Row
              key={person.uid}
              mark={<Avatar name={name} photoUrl={person.photoUrl} size={2.5} />}
              title={name}
              lines={[t(labels.since, { date: date(person.since) })]}
              end={
                <Button
                  label={t(labels.verbOf, { name })}
                  isPending={undo.pendingInput === person.uid}
                  onClick={() => undo.run(person.uid)}
                >
                  {t(labels.verb)}
                </Button>
              }
            />
          );
        })}
      </RowList>
      <LoadMore query={listed} />
    </section>
  );
}
