import { useQuery } from '@tanstack/react-query';
import { CheckCheck, Shapes } from 'lucide-react';
import type { InboxItem } from '#contract/newsletters/endpoints.ts';
import { useId } from 'react';
import { useAct } from '../../kit/use-act.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useClubChoice } from './club-choice.ts';
import { inboxChoiceQuery, inboxList } from './newsletters.data.ts';

/** Marks every newsletter as read. */
export function MarkAllButton() {
  const { t } = useMessages();
  const mark = useAct(() => call('POST /api/v1/inbox/read', {}), { stale: [inboxList] });
  return (
    <Button
      icon={CheckCheck}
      label={t('inbox.markAll')}
      isPending={mark.isPending}
      onClick={() => mark.run()}
      className="max-sm:gap-0"
    >
      <span className="max-sm:sr-only">{t('inbox.markAll')}</span>
    </Button>
  );
}

/** The club that an e-mail came from. */
export function SenderName({ club }: { club: NonNullable<InboxItem['club']> }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-sm font-medium text-ink-2">
      {club.logo === null ? (
        <Shapes size={16} strokeWidth={1.9} aria-hidden className="shrink-0" />
      ) : (
        <img src={club.logo} alt="" className="size-5 shrink-0 rounded-sm object-cover" />
      )}
      <span className="truncate" dir="auto">
        {club.name}
      </span>
    </span>
  );
}

/** Whether newsletters come by mail, too, and which clubs send no mail. */
export function InboxFoot() {
  const { t } = useMessages();
  const clubsId = useId();
  const { data } = useQuery(inboxChoiceQuery());
  const choose = useAct((byMail: boolean) => call('PUT /api/v1/inbox/choice', { byMail }), {
    answers: inboxChoiceQuery().queryKey,
    said: ({ byMail }) => t(byMail ? 'inbox.byMailOn' : 'inbox.byMailOff'),
  });
  const chooseClub = useClubChoice();
  if (data === undefined) return null;
  return (
    <div className="card px-4 py-3">
      <Switch
        label={t('inbox.byMail')}
        isOn={choose.pending ?? data.byMail}
        onChange={choose.run}
      />
      {data.clubs.length > 0 && (
        <section aria-labelledby={clubsId} className="mt-3 border-t border-line pt-3">
          <h2 id={clubsId} className="text-sm! font-bold">
            {t('inbox.clubsOff')}
          </h2>
          <ul>
            {data.clubs.map((club) => (
              <li key={club.id} className="flex items-center justify-between gap-3 py-1">
                <span className="min-w-0 wrap-anywhere" dir="auto">
                  {club.name}
                </span>
                <Button
                  size="sm"
                  label={t('inbox.clubAgainOf', { club: club.name })}
                  onClick={() => chooseClub.run({ club, byMail: true })}
                >
                  {t('inbox.clubAgain')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
