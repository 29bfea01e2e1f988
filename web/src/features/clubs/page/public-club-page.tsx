import { useQuery } from '@tanstack/react-query';
import { Shapes } from 'lucide-react';
import type { PublicClub } from '#contract/clubs/public.endpoints.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useParams } from '../../../lib/page.tsx';
import { usePageTitle } from '../../../lib/page-title.ts';
import { SafeHtml } from '../../../lib/safe-html.tsx';
import { useSchool } from '../../../lib/school.ts';
import { OfficerFace, officerLink } from '../club-parts.tsx';
import { profileHref } from '../../../paths.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Poster } from '../../../ui/poster.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { PublicFrame } from '../../sharing/public-frame.tsx';
import { publicClub } from '../clubs.data.ts';
import { ClubDetails } from './club-details.tsx';
import english from '../messages/en.json';

addEnglish(english);

/** A club's public page (share=1): its profile, with a sign-in button as the only action. */
export function PublicClubPage() {
  const { t } = useMessages();
  const { clubId = '' } = useParams();
  const club = useQuery(publicClub(clubId));
  usePageTitle(club.data?.club.name ?? t('clubs.title'));
  return (
    <PublicFrame
      path={`/clubs/${clubId}`}
      footer={t('clubs.publicFooter', { school: useSchool().name })}
    >
      <QueryBoundary
        query={club}
        isEmpty={() => false}
        errorContent={{
          club_not_shared: {
            isPage: true,
            icon: Shapes,
            title: t('clubs.notShared'),
            body: t('clubs.notSharedBody'),
          },
        }}
        skeleton={
          <>
            <Skeleton className="h-36 rounded-none sm:h-52" />
            <Skeleton className="mx-4 mt-6 h-40" />
          </>
        }
      >
        {({ club: shown }) => <PublicCard club={shown} />}
      </QueryBoundary>
    </PublicFrame>
  );
}

/** Details that only people at the school see. */
const hidden = { email: null, address: '', parent: null, children: [] };

function PublicCard({ club }: { club: PublicClub }) {
  const { t, list } = useMessages();
  const look = 'h-36 w-full object-cover sm:h-52';
  const line = [
    ...(club.categories.length > 0
      ? [list([...club.categories])]
      : club.type === null
        ? []
        : [club.type]),
    ...(club.members === null ? [] : [t('clubs.members', { count: club.members })]),
  ].join(' • ');
  return (
    <article aria-label={club.name}>
      {club.cover === null ? (
        <Poster name={club.name} className={look} />
      ) : (
        <img src={club.cover} alt="" className={`bg-fill-2 ${look}`} />
      )}
      <div className="grid gap-5 px-4 pb-6 sm:px-8">
        <header className="grid gap-3">
          <span className="-mt-13 justify-self-start rounded-[1.1rem] border-4 border-ground bg-ground">
            <Avatar name={club.name} photoUrl={club.logo} size={6} shape="square" />
          </span>
          <div className="grid gap-1">
            <h1 className="page-start wrap-anywhere" dir="auto">
              {club.name}
              {club.acronym !== '' && (
                <span className="ms-2 text-lg text-ink-2">{club.acronym}</span>
              )}
            </h1>
            {line !== '' && (
              <p className="text-ink-2">
                <bdi>{line}</bdi>
              </p>
            )}
            {club.description !== '' && (
              <p dir="auto" className="page-start wrap-anywhere">
                {club.description}
              </p>
            )}
          </div>
        </header>
        {club.about !== '' && (
          <section className="grid gap-2 border-t border-line pt-5" aria-labelledby="about-club">
            <h2 id="about-club" className="text-lg!">
              {t('clubs.aboutTitle')}
            </h2>
            <div dir="auto">
              <SafeHtml html={club.about} className="rich-text wrap-anywhere" />
            </div>
          </section>
        )}
        <ClubDetails
          about={{
            ...club,
            ...hidden,
            meetings: club.meetings.map((meeting) => ({ ...meeting, location: '' })),
          }}
          plans={[]}
        >
          {(list) => (
            <section className="grid gap-3 border-t border-line pt-5" aria-labelledby="details">
              <h2 id="details" className="text-lg!">
                {t('clubs.goodToKnow')}
              </h2>
              {list}
            </section>
          )}
        </ClubDetails>
        {club.officers.length > 0 && (
          <section className="grid gap-2 border-t border-line pt-5" aria-labelledby="officers">
            <h2 id="officers" className="text-lg!">
              {t('clubs.officers')}
            </h2>
            <ul className="grid gap-1 sm:grid-cols-2">
              {club.officers.map((officer) => (
                <li key={officer.uid}>
                  {/* The officer's public page has the same frame, so the link loads a new document. */}
                  <a href={`${profileHref(officer.uid)}&share=1`} className={officerLink}>
                    <OfficerFace officer={officer} />
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </article>
  );
}
