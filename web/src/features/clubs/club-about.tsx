import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Globe, MapPin } from 'lucide-react';
import { Loaded } from '../../kit/loaded.tsx';
import { useMessages } from '../../lib/messages.ts';
import { SafeHtml } from '../../lib/safe-html.tsx';
import { paths } from '../../paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { Tag } from '../../ui/chip.tsx';
import { Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { nameOf, profileLink } from '../people/person.ts';
import { clubAbout } from './clubs.data.ts';

/** What a club says of itself, and beside it its officers and what is good to know. */
export function ClubAbout({ id }: { id: string }) {
  const { t, date } = useMessages();
  const about = useQuery(clubAbout(id));
  return (
    <Loaded query={about} skeleton={['h-40', 'h-40']} isEmpty={() => false}>
      {(data) => (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <Card>
            <h2 className="mb-3 text-lg!">{t('clubs.aboutTitle')}</h2>
            {data.about === '' ? (
              <p className="text-ink-2">{t('clubs.aboutNone')}</p>
            ) : (
              <div dir="auto">
                <SafeHtml html={data.about} className="rich-text wrap-anywhere" />
              </div>
            )}
            {data.additionalInfo.length > 0 && (
              <div className="mt-4">
                <DefinitionList>
                  {data.additionalInfo.map(({ questionType, question, answer }) => (
                    <Definition key={question} term={question}>
                      <bdi className="whitespace-pre-line wrap-anywhere">
                        {questionType === 'DATE' ? date(answer.replace('T00', 'T12')) : answer}
                      </bdi>
                    </Definition>
                  ))}
                </DefinitionList>
              </div>
            )}
            {data.tags.length > 0 && (
              <ul className="mt-4 flex flex-wrap gap-2" aria-label={t('clubs.tags')}>
                {data.tags.map((tag) => (
                  <li key={tag.id}>
                    <Tag>
                      <bdi>{tag.name}</bdi>
                    </Tag>
                  </li>
                ))}
              </ul>
            )}
          </Card>
          <div className="grid gap-5">
            <Card>
              <h2 className="mb-2 text-lg!">{t('clubs.officers')}</h2>
              {data.officers.length === 0 ? (
                <p className="text-sm text-ink-2">{t('clubs.officersNone')}</p>
              ) : (
                <ul className="grid gap-1">
                  {data.officers.map((officer) => (
                    <li key={officer.uid}>
                      <Link
                        {...profileLink(officer.uid)}
                        className="-mx-2 flex min-h-13 items-center gap-3 rounded-control px-2 hover:bg-fill"
                      >
                        <Avatar name={nameOf(officer)} photoUrl={officer.photoUrl} size={2.5} />
                        <span className="min-w-0">
                          <span dir="auto" className="block font-medium wrap-anywhere">
                            {nameOf(officer)}
                          </span>
                          <span className="block text-sm text-ink-2">
                            <bdi>{officer.position}</bdi>
                          </span>
                        </span>
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </Card>
            {(data.url !== null ||
              data.address !== '' ||
              data.parent !== null ||
              data.children.length > 0) && (
              <Card>
                <h2 className="mb-2 text-lg!">{t('clubs.goodToKnow')}</h2>
                <div className="grid gap-2.5">
                  {data.url !== null && (
                    <a
                      href={data.url}
                      target="_blank"
                      rel="noopener noreferrer nofollow"
                      className="flex items-center gap-2 font-medium text-brand-text wrap-anywhere hover:underline"
                    >
                      <Globe size={20} aria-hidden className="shrink-0" />
                      <span>
                        {t('clubs.website')}
                        <span className="sr-only"> ({t('menu.newTab')})</span>
                      </span>
                    </a>
                  )}
                  {data.address !== '' && (
                    <p dir="auto" className="flex items-start gap-2 wrap-anywhere">
                      <MapPin size={20} aria-hidden className="shrink-0 text-ink-2" />
                      {data.address}
                    </p>
                  )}
                  {data.parent !== null && (
                    <Related label={t('clubs.partOf')} clubs={[data.parent]} />
                  )}
                  {data.children.length > 0 && (
                    <Related label={t('clubs.parts')} clubs={data.children} />
                  )}
                </div>
              </Card>
            )}
          </div>
        </div>
      )}
    </Loaded>
  );
}

function Related({
  label,
  clubs,
}: {
  label: string;
  clubs: readonly { id: string; name: string }[];
}) {
  return (
    <div>
      <p className="text-sm text-ink-2">{label}</p>
      <ul className="grid">
        {clubs.map((club) => (
          <li key={club.id}>
            <Link
              to={paths.club}
              params={{ clubId: club.id }}
              dir="auto"
              className="page-start inline-block rounded-sm py-0.5 font-medium text-brand-text wrap-anywhere hover:underline touch:py-2.5"
            >
              {club.name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
