import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import type { Report, ReportedMessages } from '#contract/reports/endpoints.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import chatEnglish from '../chat/messages/en.json';
import { FormattedText } from '../formatted-text/formatted-text.tsx';
import { profileLink } from '../people/person.ts';
import { ReportedFiles } from './reported-files.tsx';

// The texts of messages contain chat events.
addEnglish(chatEnglish);

type Stored = ReportedMessages['messages'][number];

/** Longer messages are collapsed, so the queue stays easy to scan. */
const foldedOver = { letters: 600, lines: 10 };

/** A reported message as it was at the time of the report. Earlier messages can be expanded. */
export function ReportedMessagesBox({
  evidence: { seq, messages },
  files,
}: {
  evidence: ReportedMessages;
  files: Report['files'];
}) {
  const { t } = useMessages();
  const [hasEarlier, setEarlier] = useState(false);
  const reported = messages.find((one) => one.seq === seq);
  const earlier = messages.filter((one) => one.seq !== seq);
  const people = new Map(
    messages.map(({ author, name }) => [
      author,
      { uid: author, firstName: name, lastName: '', photoUrl: null },
    ]),
  );
  return (
    <div
      role="group"
      aria-label={t('report.evidence')}
      className="grid grid-cols-[minmax(0,1fr)] gap-2"
    >
      <h3 className="text-sm! font-medium! text-ink-2">{t('report.evidence')}</h3>
      {earlier.length > 0 && (
        <Button
          size="sm"
          variant="quiet"
          icon={hasEarlier ? ChevronUp : ChevronDown}
          aria-expanded={hasEarlier}
          className="-ms-3 justify-self-start"
          onClick={() => setEarlier(!hasEarlier)}
        >
          {hasEarlier
            ? t('report.hideEarlier')
            : t('report.showEarlier', { count: earlier.length })}
        </Button>
      )}
      <ol className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line overflow-hidden rounded-control border border-line">
        {hasEarlier &&
          earlier.map((one) => (
            <StoredMessage key={one.seq} message={one} people={people} addresses={files} />
          ))}
        {reported && (
          <StoredMessage message={reported} people={people} addresses={files} isReported />
        )}
      </ol>
    </div>
  );
}

function StoredMessage({
  message,
  people,
  addresses,
  isReported = false,
}: {
  message: Stored;
  people: Parameters<typeof FormattedText>[0]['people'];
  addresses: Report['files'];
  isReported?: boolean;
}) {
  const { t, date } = useMessages();
  const isLong =
    message.text.length > foldedOver.letters || message.text.split('\n').length > foldedOver.lines;
  const [isWhole, setWhole] = useState(!isLong);
  return (
    <li
      className={`grid grid-cols-[minmax(0,1fr)] gap-1 border-s-3 px-3 py-2.5 ${isReported ? 'border-s-bad bg-bad-soft' : 'border-s-transparent bg-fill/50'}`}
    >
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <Link {...profileLink(message.author)} dir="auto" className="font-bold hover:underline">
          {message.name || t('report.somebody')}
        </Link>
        <time dateTime={message.sentAt} className="text-xs text-ink-2">
          {date(message.sentAt, 'moment')}
        </time>
      </p>
      {message.text !== '' ? (
        <div className={isWhole ? '' : 'max-h-40 overflow-hidden mask-b-from-60%'}>
          <FormattedText text={message.text} people={people} isOwn={false} />
        </div>
      ) : (
        message.files.length === 0 && <p className="text-ink-2 italic">{t('report.gone')}</p>
      )}
      {isLong && (
        <Button
          size="sm"
          variant="quiet"
          aria-expanded={isWhole}
          className="-ms-3 justify-self-start"
          onClick={() => setWhole(!isWhole)}
        >
          {t(isWhole ? 'report.showLess' : 'report.showAll')}
        </Button>
      )}
      {message.files.length > 0 && <ReportedFiles message={message} addresses={addresses} />}
      {message.before.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1 text-sm text-ink-2">
          <p>{t('report.before')}</p>
          {message.before.map((text, at) => (
            <blockquote
              key={at}
              dir="auto"
              className="max-h-40 overflow-y-auto border-s-2 border-line-strong ps-3"
            >
              <FormattedText text={text} people={people} isOwn={false} />
            </blockquote>
          ))}
        </div>
      )}
    </li>
  );
}
