import { ClubName } from './club-parts.tsx';
import type { Club } from '#contract/clubs/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { meetingText } from './meeting-text.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { FaceStack } from '../../ui/face-stack.tsx';
import { joinable } from './joining/membership.data.ts';
import { JoinButton } from './joining/join-button.tsx';

/** A club in a list, with its categories, number of members, people the user knows, and its button. */
export function ClubRow({ club }: { club: Club }) {
  const messages = useMessages();
  const { t } = messages;
  const meeting = club.Meetings?.[0];
  const category = club.Categories?.[0]?.name;
  const known = club.Known;
  return (
    <li>
      <article
        data-club={club.id}
        className="flex h-full min-h-19 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-3"
      >
        <Avatar name={club.name} photoUrl={club.Logo} size={3} shape="square" />
        <div className="grid min-w-0 flex-1 basis-32 gap-0.5">
          <ClubName club={club} />
          <p className="text-sm text-ink-2">
            {category !== undefined && (
              <>
                <bdi>{category}</bdi>
                {' • '}
              </>
            )}
            {t('clubs.members', { count: club.CountMembers ?? 0 })}
          </p>
          {meeting !== undefined && (
            <p className="text-sm text-ink-2">
              {meetingText({ ...meeting, ends: null }, messages)}
            </p>
          )}
          {known !== undefined && known.count > 0 && (
            <p className="flex items-center gap-1.5 text-xs text-ink-2">
              <FaceStack people={known.people} total={0} shown={3} size={1.25} />
              {t('clubs.youKnow', { count: known.count })}
            </p>
          )}
        </div>
        <div className="ms-auto shrink-0">
          <JoinButton club={joinable(club)} placement="row" />
        </div>
      </article>
    </li>
  );
}
