import { useQuery } from '@tanstack/react-query';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useMessages } from '../../lib/messages.ts';
import { SafeHtml } from '../../lib/safe-html.tsx';
import { Card } from '../../ui/card.tsx';
import { Tag } from '../../ui/chip.tsx';
import { Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { clubAbout } from './clubs.data.ts';

/** A club's description, details and officers. */
export function ClubAbout({ id }: { id: string }) {
  const { t, date } = useMessages();
  const about = useQuery(clubAbout(id));
  return (
    <QueryBoundary query={about} skeleton={['h-40', 'h-40']} isEmpty={() => false}>
      {(data) => (
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
      )}
    </QueryBoundary>
  );
}
