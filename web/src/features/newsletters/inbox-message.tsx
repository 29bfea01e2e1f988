import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { BellOff, Link2, MailOpen, MailQuestionMark } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { NewsletterAudience } from '#contract/newsletters/endpoints.ts';
import { markInboxItem } from '#contract/newsletters/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../paths.ts';
import { BackLink } from '../../shell/back-link.tsx';
import { showToast } from '../../ui/toasts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { NewsletterContent } from './newsletter-content.tsx';
import { SenderName } from './inbox-parts.tsx';
import { inboxChoiceQuery, inboxItemQuery, inboxList } from './newsletters.data.ts';
import { useSenderChoice, type MailSender } from './sender-choice.ts';

interface InboxMessageProps {
  id: string;
  /** True if the user hasn't selected the email: it stays unread, and the page title doesn't change. */
  isPreview: boolean;
}

/** An open newsletter in the inbox. Opening it marks it as read. */
export function InboxMessage({ id, isPreview }: InboxMessageProps) {
  const { t, date } = useMessages();
  const navigate = useNavigate();
  const email = useQuery(inboxItemQuery(id));
  const { data } = email;
  usePageTitle((isPreview ? undefined : data?.title) ?? t('inbox.title'));
  const mark = useAction((isRead: boolean) => call(markInboxItem, { id, isRead }), {
    isQuiet: true,
    invalidates: [inboxList],
  });
  const top = useRef<HTMLElement>(null);
  const isHere = data !== undefined;
  const isRead = data?.isRead === true;
  const open = useEffectEvent(() => {
    if (!isRead) mark.run(true);
    top.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (isHere && !isPreview) open();
  }, [isHere, isPreview]);
  const copy = () =>
    void navigator.clipboard
      .writeText(new URL(`${paths.inbox}?id=${id}`, window.location.origin).href)
      .then(() => showToast({ message: t('inbox.copied') }));
  const markUnread = async () => {
    await mark.runAsync(false).catch(() => undefined);
    await navigate({ to: paths.inbox, resetScroll: false });
  };
  return (
    <div className="grid min-w-0 gap-3">
      {/* Next to the list, it would lead to the page that is already shown. */}
      <div className="lg:hidden">
        <BackLink to={paths.inbox}>{t('inbox.back')}</BackLink>
      </div>
      <QueryBoundary
        query={email}
        skeleton={['h-96']}
        errorContent={{
          not_found: { icon: MailQuestionMark, title: t('inbox.gone'), body: t('inbox.goneBody') },
        }}
      >
        {(shown) => (
          <article
            ref={top}
            tabIndex={-1}
            aria-label={shown.title}
            className="card p-5 outline-none sm:p-8"
          >
            <div className="mb-5 flex items-center gap-1 border-b border-line pb-3">
              <p className="grid min-w-0 flex-1 text-sm text-ink-2">
                <SenderName item={shown} />
                <time dateTime={shown.sentAt}>{date(shown.sentAt, 'moment')}</time>
              </p>
              <IconButton label={t('inbox.copy')} icon={Link2} onClick={copy} />
              <IconButton
                label={t('inbox.markUnread')}
                icon={MailOpen}
                isPending={mark.isPending}
                onClick={() => void markUnread()}
              />
            </div>
            <NewsletterContent {...shown} heading="h2" />
            {shown.club ? (
              <WhySender sender={{ kind: 'club', ...shown.club }} />
            ) : shown.event ? (
              <WhySender sender={{ kind: 'event', id: shown.event.id, name: shown.event.title }} />
            ) : (
              <AudienceReason audience={shown.why} />
            )}
          </article>
        )}
      </QueryBoundary>
    </div>
  );
}

/** Shows the audience as the reason for receiving it. */
function AudienceReason({ audience }: { audience: NewsletterAudience }) {
  const { t, list } = useMessages();
  const groups = [
    ...audience.accountTypes,
    ...audience.years.map(String),
    ...audience.majors,
    ...audience.hubs,
  ];
  return (
    <p className="mt-8 border-t border-line pt-4 text-sm text-ink-2">
      {groups.length === 0 ? t('inbox.whyAll') : t('inbox.why', { groups: list(groups) })}
    </p>
  );
}

/** Shows why the user got an email from a club or about an event, with a button to stop these emails. */
function WhySender({ sender }: { sender: MailSender }) {
  const { t } = useMessages();
  const { data: choice } = useQuery(inboxChoiceQuery());
  const choose = useSenderChoice();
  const { kind, id, name } = sender;
  const off = kind === 'club' ? choice?.clubs : choice?.events;
  const isOff = off?.some((one) => one.id === id) === true;
  return (
    <div className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4 text-sm text-ink-2">
      <p className="min-w-40 flex-1">
        {kind === 'club'
          ? t('inbox.whyClub', { club: name })
          : t('inbox.whyEvent', { event: name })}
      </p>
      {choice !== undefined && !isOff && (
        <Button
          size="sm"
          icon={BellOff}
          isPending={choose.isPending}
          onClick={() => choose.run({ sender, byMail: false })}
        >
          {kind === 'club'
            ? t('inbox.clubStop', { club: name })
            : t('inbox.eventStop', { event: name })}
        </Button>
      )}
    </div>
  );
}
