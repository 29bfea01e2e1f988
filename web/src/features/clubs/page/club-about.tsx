import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import type { ReplyOf } from '#contract/call.ts';
import type { getClubAbout } from '#contract/clubs/calls.ts';
import type { ClubLayout } from '#contract/clubs/endpoints.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { WhenSettled } from '../../../kit/when-settled.tsx';
import { useMessages } from '../../../lib/messages.ts';
import { SafeHtml } from '../../../lib/safe-html.tsx';
import { useUser } from '../../../lib/session-store.ts';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button-style.ts';
import { Card } from '../../../ui/card.tsx';
import { Tag } from '../../../ui/chip.tsx';
import { Definition, DefinitionList } from '../../../ui/definition-list.tsx';
import { Note } from '../../../ui/note.tsx';
import { MessageButton, useCanMessage } from '../../connections/message-button.tsx';
import { duesQuery } from '../../dues/dues.data.ts';
import { nameOf, profileLink } from '../../people/person.ts';
import { OfficerFace, officerLink } from '../club-parts.tsx';
import { clubAbout } from '../clubs.data.ts';
import { ClubDetails } from './club-details.tsx';
import { RecentPictures } from './recent-pictures.tsx';

type About = ReplyOf<typeof getClubAbout>;

const shape = ['h-40', 'h-48'];

/** A club's description and practical details: when it meets, what it costs, and how to contact it. */
export function ClubAbout({ id, club }: { id: string; club?: ClubLayout }) {
  const { t } = useMessages();
  const about = useQuery(clubAbout(id));
  const dues = useQuery(duesQuery(id));
  return (
    <WhenSettled queries={[about, dues]} skeleton={shape}>
      <QueryBoundary query={about} skeleton={shape} isEmpty={() => false}>
        {(data) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            {club?.can.edit === true && <Missing id={id} about={data} />}
            <Description about={data} lead={leadOf(club)} />
            <ClubDetails about={data} plans={dues.data?.plans ?? []}>
              {(list) => (
                <Card>
                  <h2 className="mb-3 text-lg!">{t('clubs.goodToKnow')}</h2>
                  {list}
                </Card>
              )}
            </ClubDetails>
            {club && <OfficersCard officers={data.officers} />}
            {club?.tabs.some(({ name }) => name === 'feed') === true && (
              <RecentPictures club={id} />
            )}
          </div>
        )}
      </QueryBoundary>
    </WhenSettled>
  );
}

/** Tells officers which details the page lacks. */
function Missing({ id, about }: { id: string; about: About }) {
  const { t, list } = useMessages();
  const missing = [
    ...(about.about === '' ? [t('clubs.missing_about')] : []),
    ...(about.meetings.length === 0 ? [t('clubs.missing_meetings')] : []),
    ...(about.email === null ? [t('clubs.missing_email')] : []),
  ];
  if (missing.length === 0) return null;
  return (
    <Note
      icon={PenLine}
      title={t('clubs.missingTitle')}
      action={
        <Link
          to={paths.manageClub}
          params={{ clubId: id }}
          search={{ section: 'settings' }}
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          {t('clubs.missingAdd')}
        </Link>
      }
    >
      {t('clubs.missingBody', { parts: list(missing) })}
    </Note>
  );
}

/** Returns the short description where the page’s head doesn’t show it: for members whose first tab is another one. */
const leadOf = (club: ClubLayout | undefined): string =>
  club?.mine?.status === 'member' && club.tabs[0]?.name !== 'about' ? club.description : '';

function Description({ about, lead }: { about: About; lead: string }) {
  const { t, date } = useMessages();
  return (
    <Card>
      <h2 className="mb-3 text-lg!">{t('clubs.aboutTitle')}</h2>
      {lead !== '' && (
        <p dir="auto" className="page-start mb-3 font-medium wrap-anywhere">
          {lead}
        </p>
      )}
      {about.about === '' ? (
        lead === '' && <p className="text-ink-2">{t('clubs.aboutNone')}</p>
      ) : (
        <div dir="auto">
          <SafeHtml html={about.about} className="rich-text wrap-anywhere" />
        </div>
      )}
      {about.additionalInfo.length > 0 && (
        <div className="mt-4">
          <DefinitionList>
            {about.additionalInfo.map(({ questionType, question, answer }) => (
              <Definition key={question} term={question}>
                <bdi className="whitespace-pre-line wrap-anywhere">
                  {questionType === 'DATE' ? date(answer.replace('T00', 'T12')) : answer}
                </bdi>
              </Definition>
            ))}
          </DefinitionList>
        </div>
      )}
      {about.tags.length > 0 && (
        <ul className="mt-4 flex flex-wrap gap-2" aria-label={t('clubs.tags')}>
          {about.tags.map((tag) => (
            <li key={tag.id}>
              <Tag>
                <bdi>{tag.name}</bdi>
              </Tag>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function OfficersCard({ officers }: { officers: About['officers'] }) {
  const { t } = useMessages();
  const { uid } = useUser();
  const canMessage = useCanMessage();
  if (officers.length === 0) return null;
  return (
    <Card>
      <h2 id="club-officers" className="mb-2 scroll-mt-32 text-lg!">
        {t('clubs.officers')}
      </h2>
      <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {officers.map((officer) => (
          <li key={officer.uid} className="flex min-w-0 items-center gap-4">
            <Link {...profileLink(officer.uid)} className={`${officerLink} min-w-0 flex-1`}>
              <OfficerFace officer={officer} />
            </Link>
            {canMessage && officer.uid !== uid && (
              <MessageButton uid={officer.uid} name={nameOf(officer)} placement="row" />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
