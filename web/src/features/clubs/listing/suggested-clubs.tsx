import { ClubName } from '../club-parts.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Sparkles, X } from 'lucide-react';
import { useRef } from 'react';
import type { SuggestedClub } from '#contract/clubs/suggestions.endpoints.ts';
import { dismissClub, restoreDismissedClub } from '#contract/clubs/calls.ts';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useUser } from '../../../lib/session-store.ts';
import { paths } from '../../../paths.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-style.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useListFocus } from '../../../ui/list-focus.ts';
import { Poster } from '../../../ui/poster.tsx';
import { Reason } from '../../../ui/reason.tsx';
import { suggestedClubs } from '../clubs.data.ts';
import { joinable } from '../joining/membership.data.ts';
import { JoinButton } from '../joining/join-button.tsx';
import { clubReasonText } from './club-reason.ts';

/** Suggested clubs with the reasons. If there are none, asks people without interests to add some. */
export function SuggestedClubs({ hub }: { hub: string | null }) {
  const messages = useMessages();
  const { t } = messages;
  const user = useUser();
  const { data } = useQuery(suggestedClubs(hub));
  const panel = useRef<HTMLElement>(null);
  useListFocus(panel);
  const dismiss = useAction(
    ({ id, isBack }: { id: string; name: string; isBack?: boolean }) =>
      isBack ? call(restoreDismissedClub, { id }) : call(dismissClub, { id }),
    {
      invalidates: [suggestedClubs(hub).queryKey],
      success: (_, { name, isBack }) => (isBack ? null : t('clubs.dismissed', { name })),
      undo: (input) => ({ ...input, isBack: true }),
    },
  );
  if (data === undefined) return null;
  if (data.items.length === 0) return (user.interests?.length ?? 0) === 0 ? <AddInterests /> : null;
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby="suggested-clubs"
      className="grid min-w-0 gap-3 outline-none"
    >
      <h2 id="suggested-clubs" className="text-lg!">
        {t('clubs.suggested')}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {data.items.map((club) => (
          <li key={club.id} className="min-w-0">
            <article className="card flex h-full flex-col overflow-hidden" aria-label={club.name}>
              <Cover club={club} />
              <div className="grid flex-1 content-start gap-2 p-3.5 pt-0 max-sm:pt-3.5">
                <span className="-mt-7 justify-self-start rounded-[0.9rem] border-3 border-ground bg-ground max-sm:hidden">
                  <Avatar name={club.name} photoUrl={club.Logo} size={3.25} shape="square" />
                </span>
                <div className="grid gap-0.5">
                  <ClubName club={club} />
                  <Line club={club} />
                </div>
                <Reason>{clubReasonText(messages, club.reason)}</Reason>
              </div>
              <div className="flex items-center justify-between gap-2 p-3.5 pt-0">
                <JoinButton club={joinable(club)} placement="row" />
                <IconButton
                  label={t('clubs.dismiss', { name: club.name })}
                  icon={X}
                  isPending={dismiss.pendingInput?.id === club.id}
                  onClick={() => dismiss.run({ id: club.id, name: club.name })}
                />
              </div>
            </article>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Without interests, nothing can be suggested to new people. */
function AddInterests() {
  const { t } = useMessages();
  return (
    <div className="card p-4 sm:p-5">
      <EmptyState
        isSmall
        icon={Sparkles}
        title={t('clubs.suggestNone')}
        action={
          <Link
            to={paths.settingsProfile}
            hash="interests"
            className={buttonClass({ variant: 'soft' })}
          >
            {t('clubs.addInterests')}
          </Link>
        }
      >
        {t('clubs.suggestNoneBody')}
      </EmptyState>
    </div>
  );
}

function Cover({ club }: { club: SuggestedClub }) {
  const look = 'h-16 w-full object-cover max-sm:hidden';
  return club.Cover ? (
    <img src={club.Cover} alt="" loading="lazy" className={`bg-fill-2 ${look}`} />
  ) : (
    <Poster name={club.name} className={look} />
  );
}

function Line({ club }: { club: SuggestedClub }) {
  const { t } = useMessages();
  const category = club.Categories?.[0]?.name;
  return (
    <p className="text-sm text-ink-2">
      {category !== undefined && (
        <>
          <bdi>{category}</bdi>
          {' • '}
        </>
      )}
      {t('clubs.members', { count: club.CountMembers ?? 0 })}
    </p>
  );
}
