import { CalendarDate, getLocalTimeZone } from '@internationalized/date';
import { useNavigate } from '@tanstack/react-router';
import { CalendarX2, Copy, EyeOff, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import type { ReplyOf } from '#contract/call.ts';
import { createConversation } from '#contract/chat/calls.ts';
import { newClientId } from '#contract/client-id.ts';
import type { getFreeHours } from '#contract/schedule/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { dateFormat } from '../../lib/date-format.ts';
import { useMessages } from '../../lib/messages.ts';
import { conversationLink } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Note } from '../../ui/note.tsx';
import { refreshLists, setOwn } from '../chat/chat.data.ts';
import { useCanMessage } from '../connections/message-button.tsx';
import { nameOf } from '../people/person.ts';

type Free = ReplyOf<typeof getFreeHours>;
type Span = Free['items'][number];

export const midnight = (day: CalendarDate): Date => day.toDate(getLocalTimeZone());

const dayOf = (at: string) => {
  const then = new Date(at);
  return new CalendarDate(then.getFullYear(), then.getMonth() + 1, then.getDate());
};

/** Most times in one suggestion. */
const timesMax = 5;

interface FreeWeekProps {
  free: Free;
  monday: CalendarDate;
  /** True if the user chose the people, who can get a message. */
  canSuggest: boolean;
}

/** The times of a week when everyone is free. The user can select some and suggest them. */
export function FreeWeek({ free, monday, canSuggest }: FreeWeekProps) {
  const { t, date, list } = useMessages();
  const [selected, setSelected] = useState<readonly string[]>([]);
  const days = [0, 1, 2, 3, 4, 5, 6].map((more) => monday.add({ days: more }));
  // A refetch can remove selected times.
  const spans = free.items.filter(({ dateStart }) => selected.includes(dateStart));
  const chosen = spans.map(({ dateStart }) => dateStart);
  return (
    <>
      <p className="text-sm text-ink-2">
        {free.people.length === 0
          ? t('schedule.onlyYou')
          : t('schedule.counted', { who: list(free.people.map(nameOf)) })}
      </p>
      {free.notShared.length > 0 && (
        <Note icon={EyeOff} title={t('schedule.notShared', { count: free.notShared.length })}>
          {list(free.notShared.map(nameOf))}
        </Note>
      )}
      {free.more > 0 && (
        <p className="text-sm text-ink-2">{t('schedule.more', { count: free.more })}</p>
      )}
      {free.items.length === 0 ? (
        <EmptyState isSmall icon={CalendarX2} title={t('schedule.nothing')}>
          {t('schedule.nothingBody')}
        </EmptyState>
      ) : (
        <>
          <p className="text-sm text-ink-2">{t('schedule.select', { count: timesMax })}</p>
          <ul className="grid divide-y divide-line">
            {days.map((day) => {
              const own = free.items.filter((one) => dayOf(one.dateStart).compare(day) === 0);
              return (
                <li
                  key={day.toString()}
                  className="grid gap-x-4 gap-y-2 py-3 sm:grid-cols-[12rem_minmax(0,1fr)]"
                >
                  <h3 className="text-base! font-medium">{date(midnight(day), 'whole day')}</h3>
                  {own.length === 0 ? (
                    <p className="text-ink-2">{t('schedule.none')}</p>
                  ) : (
                    <ul className="flex flex-wrap gap-2">
                      {own.map(({ dateStart, dateEnd }) => {
                        const isChosen = chosen.includes(dateStart);
                        return (
                          <li key={dateStart}>
                            <button
                              type="button"
                              aria-pressed={isChosen}
                              aria-disabled={!isChosen && chosen.length >= timesMax}
                              onClick={() => {
                                if (isChosen)
                                  setSelected(chosen.filter((one) => one !== dateStart));
                                else if (chosen.length < timesMax)
                                  setSelected([...chosen, dateStart]);
                              }}
                              className="min-h-9 rounded-control border border-transparent bg-kind-3 px-3 text-sm font-medium text-kind-3-ink tabular-nums aria-disabled:opacity-60 aria-pressed:border-kind-3-ink aria-pressed:font-bold touch:min-h-11"
                            >
                              {date(dateStart, 'time')} – {date(dateEnd, 'time')}
                            </button>
                          </li>
                        );
                      })}
                    </ul>
                  )}
                </li>
              );
            })}
          </ul>
          {spans.length > 0 && (
            <Suggestion
              spans={spans}
              people={canSuggest ? [...free.people, ...free.notShared] : []}
            />
          )}
        </>
      )}
    </>
  );
}

/** Returns the short name of the user's time zone at a time, such as “GMT+1”, because the others can be elsewhere. */
const zoneOf = (at: string, locale: string): string =>
  dateFormat(locale, { timeZoneName: 'short' })
    .formatToParts(new Date(at))
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** Copies the selected times, or puts them as a draft into a chat with the people. */
function Suggestion({ spans, people }: { spans: readonly Span[]; people: Free['people'] }) {
  const { t, date, list, locale } = useMessages();
  const navigate = useNavigate();
  const canMessage = useCanMessage();
  const [clientId] = useState(newClientId);
  const text = [
    t('schedule.suggestion'),
    ...spans.map(
      ({ dateStart, dateEnd }) =>
        `• ${date(dateStart, 'whole day')}, ${date(dateStart, 'time')} – ${date(dateEnd, 'time')} (${zoneOf(dateStart, locale)})`,
    ),
  ].join('\n');
  const copy = useAction(() => navigator.clipboard.writeText(text), {
    success: t('schedule.copied'),
    errorMessage: () => t('schedule.notCopied'),
  });
  const [first, ...others] = people;
  const suggest = useAction(
    async () => {
      const { id, draft } = await call(
        createConversation,
        others.length === 0
          ? { kind: 'direct', uid: first?.uid ?? '' }
          : { kind: 'group', clientId, name: '', uids: people.map(({ uid }) => uid) },
      );
      void refreshLists();
      // What the user has written there already stays.
      await setOwn(id, { draft: draft === '' ? text : `${draft}\n${text}` });
      return id;
    },
    {
      // Everyone sees a new group at once.
      confirm: () =>
        others.length === 0
          ? null
          : {
              title: t('schedule.groupTitle'),
              body: t('schedule.groupBody', { who: list(people.map(nameOf)) }),
              confirmLabel: t('schedule.groupCreate'),
              cancelLabel: t('schedule.cancel'),
            },
      onSuccess: (id) => void navigate(conversationLink(id)),
    },
  );
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line pt-4">
      <p className="min-w-40 flex-1 text-sm font-medium" aria-live="polite">
        {t('schedule.selected', { count: spans.length })}
      </p>
      <Button icon={Copy} onClick={() => copy.run()}>
        {t('schedule.copy')}
      </Button>
      {canMessage && first !== undefined && (
        <Button
          variant="primary"
          icon={MessageCircle}
          isPending={suggest.isPending}
          onClick={() => suggest.run()}
        >
          {t('schedule.suggest')}
        </Button>
      )}
    </div>
  );
}
