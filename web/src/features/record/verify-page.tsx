import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleCheck, CircleSlash, Clock, FileCheck2, FileX2, SearchX } from 'lucide-react';
import { useState } from 'react';
import type { PublicDocument } from '#contract/record/public.endpoints.ts';
import { readCode, showCode, type IssuedStatus } from '#contract/record/limits.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useParams } from '../../lib/page.tsx';
import { useSchool } from '../../lib/school.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Note } from '../../ui/note.tsx';
import { Pill, type Tone } from '../../ui/pill.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PublicFrame } from '../sharing/public-frame.tsx';
import english from './messages/en.json';
import { documentQuery } from './record.data.ts';
import { hoursOf, spanText, titleOf } from './record-words.ts';

addEnglish(english);

/** The page to enter a document's code. */
export function FindDocumentPage() {
  const { t } = useMessages();
  usePageTitle(t('record.verifyTitle'));
  return (
    <PublicFrame path={paths.cct} footer={t('record.verifyFooter', { school: useSchool().name })}>
      <div className="grid gap-4 px-4 py-6 sm:px-8">
        <h1>{t('record.verifyTitle')}</h1>
        <p className="text-ink-2">{t('record.verifyBody')}</p>
        <CodeForm />
      </div>
    </PublicFrame>
  );
}

function CodeForm() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const code = readCode(typed);
  return (
    <form
      className="flex max-w-md flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (code !== '') void navigate({ to: paths.verifyCode, params: { code } });
      }}
    >
      <div className="min-w-48 flex-1">
        <TextField
          label={t('record.code')}
          description={t('record.codeHint')}
          value={typed}
          maxLength={20}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          onChange={setTyped}
        />
      </div>
      {/* Aligned with the field, below its label. */}
      <Button type="submit" variant="primary" className="mt-6.5">
        {t('record.verify')}
      </Button>
    </form>
  );
}

/** The content of an issued document, for anyone who has its code. */
export function VerifyPage() {
  const { t } = useMessages();
  const { code = '' } = useParams();
  const query = useQuery(documentQuery(code));
  usePageTitle(t('record.verifyTitle'));
  return (
    <PublicFrame path={paths.cct} footer={t('record.verifyFooter', { school: useSchool().name })}>
      <QueryBoundary
        query={query}
        isEmpty={() => false}
        skeleton={<Skeleton className="mx-4 my-6 h-64" />}
        errorContent={{
          record_document_unknown: {
            isPage: true,
            icon: SearchX,
            title: t('record.unknown'),
            body: t('record.unknownBody'),
            action: <CodeForm key={code} />,
          },
        }}
      >
        {({ document }) => <Shown document={document} />}
      </QueryBoundary>
    </PublicFrame>
  );
}

function Shown({ document }: { document: PublicDocument }) {
  const messages = useMessages();
  const { t } = messages;
  const { status, entries, badges } = document;
  const minutes = entries
    .filter((one) => one.status === 'valid')
    .reduce((sum, one) => sum + one.minutes, 0);
  return (
    <article className="grid gap-6 px-4 py-6 sm:px-8" aria-label={t('record.verifyTitle')}>
      <div className="grid gap-2">
        <h1 dir="auto" className="page-start wrap-anywhere">
          {document.holder === '' ? t(`record.form_${document.kind}`) : document.holder}
        </h1>
        <p className="text-ink-2">
          {t(`record.form_${document.kind}`)} •{' '}
          <bdi className="font-mono">{showCode(document.code)}</bdi>
        </p>
      </div>
      <DocumentStatus document={document} />
      {status === 'valid' && (
        <DefinitionList>
          {[
            { term: t('record.program'), value: document.program },
            { term: t('record.classOf'), value: document.yearOfGraduation },
            {
              term: t('record.figure_hours'),
              value: minutes === 0 ? '' : t('record.hours', { hours: hoursOf(minutes) }),
            },
          ]
            .filter(({ value }) => value !== '')
            .map(({ term, value }) => (
              <Definition key={term} term={term}>
                <bdi>{value}</bdi>
              </Definition>
            ))}
        </DefinitionList>
      )}
      {entries.length > 0 && <Experiences entries={entries} />}
      {badges.length > 0 && (
        <section className="grid gap-1">
          <h2>{t('record.badges')}</h2>
          <ul className="divide-y divide-line">
            {badges.map((badge) => (
              <li
                key={badge.id}
                className="flex flex-wrap items-center justify-between gap-x-3 py-3"
              >
                <div className="min-w-0">
                  <h3 dir="auto" className="page-start text-base wrap-anywhere">
                    {badge.name}
                  </h3>
                  <p className="text-sm text-ink-2 wrap-anywhere">
                    {badge.description !== '' && <bdi>{badge.description} • </bdi>}
                    {messages.day(badge.awardedOn)}
                  </p>
                </div>
                <StatusPill status={badge.status} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <FileCheck sha256={document.sha256} />
    </article>
  );
}

function Experiences({ entries }: { entries: PublicDocument['entries'] }) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <section className="grid gap-1">
      <h2>{t('record.experiences')}</h2>
      <ul className="divide-y divide-line">
        {entries.map((entry) => (
          <li key={entry.id} className="grid gap-1 py-4">
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <h3 dir="auto" className="page-start text-base wrap-anywhere">
                {titleOf(messages, entry)}
              </h3>
              <StatusPill status={entry.status} />
            </div>
            <p className="text-sm text-ink-2 wrap-anywhere">
              <bdi>{entry.kind}</bdi> •{' '}
              {entry.organization !== '' && <bdi>{entry.organization} • </bdi>}
              {spanText(messages, entry)}
              {entry.minutes > 0 && <> • {t('record.hours', { hours: hoursOf(entry.minutes) })}</>}
            </p>
            <p className="text-sm text-ink-2">
              {t('record.verifiedByOn', {
                name: entry.verifiedBy === '' ? t('record.school') : entry.verifiedBy,
                date: messages.day(entry.verifiedOn),
              })}
            </p>
            {[entry.summary, entry.reflection, entry.competencies.join(' • ')]
              .filter((text) => text !== '')
              .map((text) => (
                <p key={text} dir="auto" className="page-start wrap-anywhere">
                  {text}
                </p>
              ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether the document is valid, and the reason if it isn't. */
function DocumentStatus({ document }: { document: PublicDocument }) {
  const { t, date } = useMessages();
  const school = useSchool().name;
  const { status, issuedAt, expiresAt, revokedAt, entries, badges } = document;
  const isChanged = [...entries, ...badges].some((one) => one.status !== 'valid');
  return status === 'valid' ? (
    <Note
      tone={isChanged ? 'warn' : 'good'}
      icon={CircleCheck}
      title={t(isChanged ? 'record.validChanged' : 'record.valid')}
    >
      {t(expiresAt === null ? 'record.validBody' : 'record.validUntilBody', {
        school,
        date: date(issuedAt),
        until: expiresAt === null ? '' : date(expiresAt),
      })}
    </Note>
  ) : (
    <Note
      tone="bad"
      icon={status === 'expired' ? Clock : CircleSlash}
      title={t(status === 'expired' ? 'record.expired' : 'record.notValid')}
    >
      {status === 'expired'
        ? t('record.expiredBody', { date: expiresAt === null ? '' : date(expiresAt) })
        : t(
            document.isBadgeLost
              ? 'record.badgeLost'
              : document.isRevokedBySchool
                ? 'record.revokedBySchool'
                : 'record.revokedByHolder',
            { date: revokedAt === null ? '' : date(revokedAt) },
          )}
      {document.publicReason !== null && (
        <span className="block font-medium">{t(`record.reason_${document.publicReason}`)}</span>
      )}
      {document.reason !== '' && <bdi className="block font-medium">“{document.reason}”</bdi>}
    </Note>
  );
}

const looks: Record<IssuedStatus, Tone> = {
  valid: 'good',
  corrected: 'warn',
  revoked: 'bad',
  deleted: 'bad',
};

function StatusPill({ status }: { status: IssuedStatus }) {
  const { t } = useMessages();
  return (
    <Pill tone={looks[status]} icon={status === 'valid' ? CircleCheck : CircleSlash}>
      {t(`record.issued_${status}`)}
    </Pill>
  );
}

/** No issued document is larger than this, in bytes. */
const fileMax = 5_000_000;

const hashOf = async (file: File): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Compares a file with the issued one. The file stays in the browser. */
function FileCheck({ sha256 }: { sha256: string }) {
  const { t } = useMessages();
  const check = useAction(
    async (file: File) => file.size <= fileMax && (await hashOf(file)) === sha256,
    { isQuiet: true },
  );
  const [result, setResult] = useState<{ name: string; isSame: boolean } | null>(null);
  return (
    <section className="grid gap-3 border-t border-line pt-5">
      <h2>{t('record.compare')}</h2>
      <p className="text-ink-2">{t('record.compareBody')}</p>
      <FileDrop
        choose={t('record.chooseFile')}
        accept=".pdf,.jwt"
        onFiles={([file]) => {
          if (file)
            void check
              .runAsync(file)
              .then((isSame) => setResult({ name: file.name, isSame }))
              .catch(() => setResult({ name: file.name, isSame: false }));
        }}
      />
      <div role="status">
        {result && (
          <Note
            tone={result.isSame ? 'good' : 'bad'}
            icon={result.isSame ? FileCheck2 : FileX2}
            title={t(result.isSame ? 'record.same' : 'record.different', { name: result.name })}
          >
            {t(result.isSame ? 'record.sameBody' : 'record.differentBody')}
          </Note>
        )}
      </div>
    </section>
  );
}
