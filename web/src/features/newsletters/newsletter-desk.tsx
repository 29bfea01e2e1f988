import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, MailWarning } from 'lucide-react';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { DraftEditor } from './draft-editor.tsx';
import { Figures } from './figures.tsx';
import { MoreActions, UnscheduleButton } from './newsletter-actions.tsx';
import { NewsletterLetter } from './newsletter-letter.tsx';
import { letterQuery, type Desk, type Item, type Letter } from './desk.ts';

/** A newsletter: a draft, scheduled or sent. */
export function NewsletterDesk<A>({ desk, id }: { desk: Desk<A>; id: string }) {
  const { t } = useMessages();
  const letter = useQuery(letterQuery(desk, id));
  usePageTitle(letter.data?.title || t(desk.words.title));
  return (
    <>
      <Link
        {...desk.link()}
        className={`${buttonClass({ variant: 'quiet', size: 'sm' })} -mb-2 justify-self-start`}
      >
        <ArrowLeft size={18} aria-hidden className="rtl:-scale-x-100" />
        {t(desk.words.back)}
      </Link>
      <QueryBoundary query={letter} skeleton={['h-96']}>
        {(data) => (
          <>
            <Returned words={desk.words} returned={data.returned} />
            {data.state === 'draft' && data.can?.change !== false ? (
              <DraftEditor desk={desk} stored={data} />
            ) : (
              <Stored desk={desk} letter={data} />
            )}
          </>
        )}
      </QueryBoundary>
    </>
  );
}

/** Explains why a club's scheduled email is a draft again. */
function Returned({
  words,
  returned,
}: {
  words: Desk<never>['words'];
  returned: Item['returned'];
}) {
  const { t } = useMessages();
  if (!returned || !words.returned) return null;
  return (
    <Note tone="warn" icon={MailWarning} title={t(words.returned.title)}>
      {t(words.returned[returned])}
    </Note>
  );
}

/** A scheduled or sent newsletter. */
function Stored<A>({ desk, letter }: { desk: Desk<A>; letter: Letter<A> }) {
  const { t, date } = useMessages();
  const isSent = letter.state === 'sent';
  return (
    <>
      <Card>
        <div className="flex flex-wrap items-center gap-3">
          <div className="min-w-40 flex-1">
            <p className="font-bold">
              {letter.state === 'draft'
                ? t('newsletters.draft')
                : isSent
                  ? t('newsletters.sent', {
                      when: date(letter.sentAt ?? letter.changedAt, 'moment'),
                    })
                  : t('newsletters.goes', {
                      when: date(letter.sendAt ?? letter.changedAt, 'moment'),
                    })}
            </p>
            {desk.Recipients && <desk.Recipients audience={letter.audience} />}
            {isSent && (
              <p className="text-sm text-ink-2">
                <Figures item={letter} />
              </p>
            )}
          </div>
          {letter.state === 'scheduled' && <UnscheduleButton desk={desk} letter={letter} />}
          <MoreActions desk={desk} letter={letter} />
        </div>
      </Card>
      <Card className="sm:p-8!">
        <NewsletterLetter
          {...letter}
          title={letter.title || t('newsletters.untitled')}
          heading="h2"
        />
      </Card>
    </>
  );
}
