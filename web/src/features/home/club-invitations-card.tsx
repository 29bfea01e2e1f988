import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { useListFocus } from '../../ui/list-focus.ts';
import { ClubName } from '../clubs/club-parts.tsx';
import { clubInvitations } from '../clubs/listing/club-list.data.ts';
import { joinable } from '../clubs/joining/membership.data.ts';
import { JoinButton } from '../clubs/joining/join-button.tsx';
import english from './messages/en.json';

addEnglish(english);

/** Club invitations, with buttons to respond. */
export function ClubInvitationsCard() {
  const { t } = useMessages();
  const { data } = useQuery(clubInvitations());
  const panel = useRef<HTMLDivElement>(null);
  useListFocus(panel);
  const clubs = data?.items ?? [];
  if (clubs.length === 0) return null;
  return (
    <Card title={t('home.clubInvitations')}>
      <div ref={panel} tabIndex={-1} className="outline-none">
        <ul className="-my-2 divide-y divide-line">
          {clubs.map((club) => (
            <li key={club.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
              <Avatar name={club.name} photoUrl={club.Logo} size={2.5} shape="square" />
              <div className="min-w-0 flex-1 basis-28">
                <ClubName club={club} />
                <p className="text-sm text-ink-2">
                  {t('clubs.members', { count: club.CountMembers ?? 0 })}
                </p>
              </div>
              <JoinButton club={joinable(club)} placement="row" />
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
