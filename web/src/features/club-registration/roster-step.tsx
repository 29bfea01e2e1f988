import { useInfiniteQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore, Row, RowList } from '../../kit/row-list.tsx';
import { useMessages } from '../../lib/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { nameOf } from '../people/person.ts';
import { rosterPages } from './club-registration.data.ts';
import type { ApplicationWork, DraftOfficer } from './use-application-draft.ts';

interface RosterStepProps {
  club: string;
  officers: readonly DraftOfficer[];
  work: ApplicationWork;
}

/** The club's members. The user marks those who left and confirms that the list is complete. */
export function RosterStep({ club, officers, work }: RosterStepProps) {
  const { t } = useMessages();
  const members = useInfiniteQuery(rosterPages(club));
  const { removals, isRosterConfirmed } = work.draft;
  const isOfficer = (uid: string) => officers.some(({ person }) => person.uid === uid);
  return (
    <div className="grid gap-4">
      <QueryBoundary
        query={members}
        skeleton={['h-16', 'h-16']}
        isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
        empty={{ icon: Users, title: t('clubRegistration.noMembers') }}
      >
        {({ pages }) => (
          <div className="grid max-h-96 gap-2 overflow-y-auto">
            <RowList label={t('clubRegistration.step_roster')}>
              {pages
                .flatMap(({ items }) => items)
                .map((member) => {
                  const isOut = removals.includes(member.uid);
                  return (
                    <Row
                      key={member.uid}
                      mark={<Avatar name={nameOf(member)} photoUrl={member.photoUrl} size={2.25} />}
                      title={nameOf(member)}
                      isQuiet={isOut}
                      lines={[isOut ? t('clubRegistration.leaves') : member.position]}
                      end={
                        !isOfficer(member.uid) &&
                        member.position === undefined && (
                          <Button
                            size="sm"
                            variant="quiet"
                            onClick={() =>
                              work.change({
                                removals: isOut
                                  ? removals.filter((one) => one !== member.uid)
                                  : [...removals, member.uid],
                              })
                            }
                          >
                            {t(isOut ? 'clubRegistration.keep' : 'clubRegistration.leaveOut')}
                            <span className="sr-only">: {nameOf(member)}</span>
                          </Button>
                        )
                      }
                    />
                  );
                })}
            </RowList>
            <LoadMore query={members} />
          </div>
        )}
      </QueryBoundary>
      <Checkbox
        label={t('clubRegistration.rosterConfirmed')}
        isChecked={isRosterConfirmed}
        onChange={(isChecked) => work.change({ isRosterConfirmed: isChecked })}
      />
    </div>
  );
}
