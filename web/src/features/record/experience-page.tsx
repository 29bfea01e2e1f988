import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import type { ReplyOf } from '#contract/call.ts';
import type { getExperience } from '#contract/record/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useParams } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { BackLink } from '../../shell/back-link.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { Card } from '../../ui/card.tsx';
import { FileIcon } from '../../ui/file-row.tsx';
import { EntryFacts, EntryState } from './entry-row.tsx';
import english from './messages/en.json';
import { entryQuery } from './record.data.ts';
import { titleOf } from './record-words.ts';

addEnglish(english);

/** An experience, for its owner and for the people asked to verify it. */
export function ExperiencePage() {
  const messages = useMessages();
  const { t } = messages;
  const { entryId = '' } = useParams();
  const query = useQuery(entryQuery(entryId));
  const entry = query.data;
  return (
    <Page width="read">
      <PageHeader
        title={entry ? titleOf(messages, entry) : t('record.experience')}
        back={<BackLink to={paths.cct}>{t('nav.record')}</BackLink>}
      />
      <QueryBoundary
        query={query}
        isEmpty={() => false}
        skeleton={['h-64']}
        errorContent={{
          not_found: {
            isPage: true,
            icon: SearchX,
            title: t('record.missing'),
            body: t('record.missingBody'),
          },
        }}
      >
        {(shown) => <ExperienceCard entry={shown} />}
      </QueryBoundary>
    </Page>
  );
}

function ExperienceCard({ entry }: { entry: ReplyOf<typeof getExperience> }) {
  const { t } = useMessages();
  return (
    <Card>
      <div className="grid gap-4">
        {entry.person !== null && (
          <p>
            {t('record.of')}{' '}
            <Link
              to={paths.profile}
              search={{ uid: entry.person.uid }}
              className="font-bold text-brand-text hover:underline"
            >
              <bdi>{entry.person.name}</bdi>
            </Link>
          </p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <span className="rounded-[6px] bg-fill px-2.5 py-1 text-sm">
            <bdi>{entry.kind.name}</bdi>
          </span>
          <EntryState entry={entry} />
        </div>
        <EntryFacts entry={entry} />
        {[entry.summary, entry.reflection]
          .filter((text) => text !== '')
          .map((text) => (
            <p key={text} dir="auto" className="page-start whitespace-pre-line wrap-anywhere">
              {text}
            </p>
          ))}
        {entry.competencies.length > 0 && (
          <ul aria-label={t('record.competencies')} className="flex flex-wrap gap-2">
            {entry.competencies.map(({ id, name }) => (
              <li key={id} className="rounded-[6px] bg-fill px-2.5 py-1 text-sm">
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        )}
        {entry.files.length > 0 && (
          <div>
            <h2 className="mb-2 text-base">{t('record.evidence')}</h2>
            <ul className="grid gap-2">
              {entry.files.map((file) => (
                <li key={file.id}>
                  <a
                    href={file.url}
                    download={file.name}
                    className="inline-flex items-center gap-2 text-brand-text hover:underline"
                  >
                    <FileIcon name={file.name} />
                    <bdi className="wrap-anywhere">{file.name}</bdi>
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )}
        {entry.reason !== '' && (
          <p className="text-bad">
            <bdi>“{entry.reason}”</bdi>
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          {entry.submission !== null && (
            <Link
              to={paths.approval}
              params={{ submissionId: entry.submission }}
              className={buttonClass({
                variant: entry.person === null ? 'outline' : 'primary',
              })}
            >
              {t(entry.person === null ? 'record.openSubmission' : 'record.review')}
            </Link>
          )}
          {entry.person === null && (
            <Link to={paths.cct} className={buttonClass({ variant: 'outline' })}>
              {t('record.back')}
            </Link>
          )}
        </div>
      </div>
    </Card>
  );
}
