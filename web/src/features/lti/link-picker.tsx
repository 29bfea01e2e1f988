import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CalendarDays, ClipboardList, Link2, Users } from 'lucide-react';
import { useState } from 'react';
import { ltiItemKinds, type LtiItemKind } from '#contract/lti/kinds.ts';
import { listClubs } from '#contract/clubs/calls.ts';
import { listEvents } from '#contract/events/calls.ts';
import { createAnswer } from '#contract/lti/calls.ts';
import { listWaitingSurveys } from '#contract/surveys/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useDebounced } from '../../lib/debounce.ts';
import { useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';

interface Item {
  id: string;
  title: string;
  detail: string;
}

const icons = { event: CalendarDays, club: Users, survey: ClipboardList } as const;
const size = 30;

/** Finds the items of a type that the user can see, with the same calls as their own pages. */
const find = async (
  kind: LtiItemKind,
  word: string,
  when: (at: string) => string,
  signal: AbortSignal,
): Promise<Item[]> => {
  const filters = JSON.stringify(word === '' ? {} : { Search: word });
  switch (kind) {
    case 'event': {
      const { items } = await call(listEvents, { filters, counted: 0, pageSize: size }, signal);
      return items.map(({ id, title, dateStart, host }) => ({
        id,
        title,
        detail: `${when(dateStart)} • ${host.name}`,
      }));
    }
    case 'club': {
      const { items } = await call(listClubs, { filters, pageSize: size }, signal);
      return items.map(({ id, name }) => ({ id, title: name, detail: '' }));
    }
    case 'survey': {
      const { items } = await call(listWaitingSurveys, {}, signal);
      return items
        .filter(({ title }) => title.toLocaleLowerCase().includes(word.toLocaleLowerCase()))
        .map(({ id, title, club }) => ({ id, title, detail: club.name }));
    }
  }
};

/** Sends the selection to the platform. A page of ours posts it from this frame, because the app's pages may not. */
const post = (code: string) => {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = '/lti/return';
  const field = document.createElement('input');
  Object.assign(field, { type: 'hidden', name: 'code', value: code });
  form.append(field);
  document.body.append(form);
  form.submit();
};

/** Selects what a teacher adds to an LMS course (deep linking). */
export function LinkPicker({ ticket }: { ticket: string }) {
  const { t, date } = useMessages();
  usePageTitle(t('lti.pickTitle'));
  const [kind, setKind] = useState<LtiItemKind>('event');
  const [text, setText] = useState('');
  const [word, setWord] = useState('');
  useDebounced(text, (value) => setWord(value.trim()));
  const query = useQuery({
    queryKey: ['lti-items', kind, word],
    queryFn: ({ signal }) => find(kind, word, (at) => date(at, 'day and time'), signal),
    placeholderData: keepPreviousData,
  });
  const answer = useAction(
    (item: { kind: LtiItemKind; id: string } | null) => call(createAnswer, { ticket, item }),
    { onSuccess: ({ code }) => post(code) },
  );
  const Icon = icons[kind];
  return (
    <main id="main" tabIndex={-1} className="mx-auto grid max-w-3xl gap-4 px-4 py-6">
      <header className="grid gap-1">
        <h1 className="text-xl!">{t('lti.pickTitle')}</h1>
        <p className="text-ink-2 text-pretty">{t('lti.pickBody')}</p>
      </header>
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label={t('lti.kind')}
          value={kind}
          onChange={setKind}
          options={ltiItemKinds.map((value) => ({
            value,
            label: t(`lti.kind_${value}`),
            icon: icons[value],
          }))}
        />
        <div className="min-w-0 flex-1 basis-56">
          <SearchField
            label={t('lti.search')}
            value={text}
            onChange={setText}
            isBusy={query.isFetching}
          />
        </div>
      </div>
      <QueryBoundary
        query={query}
        skeleton={['h-16', 'h-16', 'h-16']}
        isEmpty={(items) => items.length === 0}
        empty={{ icon: Icon, title: t('lti.nothing') }}
      >
        {(items) => (
          <RowList label={t(`lti.kind_${kind}`)} isCard>
            {items.map(({ id, title, detail }) => (
              <Row
                key={id}
                mark={
                  <RowIcon>
                    <Icon size={20} aria-hidden />
                  </RowIcon>
                }
                title={title}
                lines={[detail]}
                end={
                  <Button
                    icon={Link2}
                    label={t('lti.linkNamed', { title })}
                    isPending={answer.pendingInput?.id === id}
                    onClick={() => answer.run({ kind, id })}
                  >
                    {t('lti.link')}
                  </Button>
                }
              />
            ))}
          </RowList>
        )}
      </QueryBoundary>
      <div>
        <Button variant="quiet" onClick={() => answer.run(null)}>
          {t('lti.cancel')}
        </Button>
      </div>
    </main>
  );
}
