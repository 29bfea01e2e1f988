import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import type { Newsletter } from '#contract/newsletters/endpoints.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { Card } from '../../ui/card.tsx';
import { DraftEditor } from './draft-editor.tsx';
import { MoreActions, TakeBackButton } from './newsletter-actions.tsx';
import { NewsletterLetter } from './newsletter-letter.tsx';
import { newsletterQuery } from './newsletters.data.ts';

/** One newsletter of the school: written, waiting, or sent. */
export function NewsletterDesk({ id }: { id: string }) {
  const { t } = useMessages();
  const letter = useQuery(newsletterQuery(id));
  usePageTitle(letter.data?.title || t('newsletters.title'));
  return (
    <>
      <Link
        to={paths.adminNewsletters}
        className={`${buttonClass({ variant: 'quiet', size: 'sm' })} -mb-2 justify-self-start`}
      >
        <ArrowLeft size={18} aria-hidden className="rtl:-scale-x-100" />
        {t('newsletters.back')}
      </Link>
      <Loaded query={letter} skeleton={['h-96']}>
        {(data) =>
          data.state === 'draft' ? <DraftEditor stored={data} /> : <Letter letter={data} />
        }
      </Loaded>
    </>
  );
}

function Letter({ letter }: { letter: Newsletter }) {
  const { t, date, number } = useMessages();
  const isSent = letter.state === 'sent';
  return (
    <>
      <Card>
        <div className="flex flex-wrap items-center gap-3">
          <div className="min-w-40 flex-1">
            <p className="font-bold">
              {isSent
                ? t('newsletters.sent', { when: date(letter.sentAt ?? letter.changedAt, 'moment') })
                : t('newsletters.goes', {
                    when: date(letter.sendAt ?? letter.changedAt, 'moment'),
                  })}
            </p>
            {isSent && (
              <p className="text-sm text-ink-2">
                {t('newsletters.counts', {
                  read: number(letter.read),
                  recipients: number(letter.recipients),
                  mailed: number(letter.mailed),
                })}
              </p>
            )}
          </div>
          {!isSent && <TakeBackButton letter={letter} />}
          <MoreActions letter={letter} />
        </div>
      </Card>
      <Card className="sm:p-8!">
        <NewsletterLetter {...letter} heading="h2" />
      </Card>
    </>
  );
}
