import { useQuery } from '@tanstack/react-query';
import { MailWarning } from 'lucide-react';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useSectionHeading } from '../../shell/section-heading.ts';
import { BackLink } from '../../shell/back-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { DraftEditor } from './draft-editor.tsx';
import { EmailStatistics } from './email-statistics.tsx';
import { MoreActions, UnscheduleButton } from './newsletter-actions.tsx';
import { NewsletterContent } from './newsletter-content.tsx';
import {
  emailQuery,
  type EmailEditorConfig,
  type Item,
  type EmailDetails,
} from './email-editor-config.ts';

/** A newsletter: a draft, scheduled or sent. */
export function EmailEditor<A>({ config, id }: { config: EmailEditorConfig<A>; id: string }) {
  const { t } = useMessages();
  const email = useQuery(emailQuery(config, id));
  const back = <BackLink {...config.link()}>{t(config.texts.back)}</BackLink>;
  const isInSection = useSectionHeading(email.data?.title || t(config.texts.title), back);
  return (
    <>
      {!isInSection && back}
      <QueryBoundary query={email} skeleton={['h-96']}>
        {(data) => (
          <>
            <Returned words={config.texts} returned={data.returned} />
            {data.state === 'draft' && data.can?.change !== false ? (
              <DraftEditor config={config} stored={data} />
            ) : (
              <Stored config={config} email={data} />
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
  words: EmailEditorConfig<never>['texts'];
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
function Stored<A>({ config, email }: { config: EmailEditorConfig<A>; email: EmailDetails<A> }) {
  const { t, date } = useMessages();
  const isSent = email.state === 'sent';
  return (
    <>
      <Card>
        <div className="flex flex-wrap items-center gap-3">
          <div className="min-w-40 flex-1">
            <p className="font-bold">
              {email.state === 'draft'
                ? t('newsletters.draft')
                : isSent
                  ? t('newsletters.sent', {
                      when: date(email.sentAt ?? email.changedAt, 'moment'),
                    })
                  : t('newsletters.goes', {
                      when: date(email.sendAt ?? email.changedAt, 'moment'),
                    })}
            </p>
            {config.Recipients && <config.Recipients audience={email.audience} />}
            {isSent && (
              <p className="text-sm text-ink-2">
                <EmailStatistics item={email} />
              </p>
            )}
          </div>
          {email.state === 'scheduled' && <UnscheduleButton config={config} email={email} />}
          <MoreActions config={config} email={email} />
        </div>
      </Card>
      <Card className="sm:p-8!">
        <NewsletterContent
          {...email}
          title={email.title || t('newsletters.untitled')}
          heading="h2"
        />
      </Card>
    </>
  );
}
