import { X } from 'lucide-react';
import { useRef } from 'react';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useListFocus } from '../../ui/list-focus.ts';
import { ConnectButtons } from '../connections/connect-buttons.tsx';
import { nameOf } from '../people/person.ts';
import { reasonText } from '../people/suggestion-reason.ts';
import { suggestions } from '../people/suggestions.data.ts';
import { PersonLink } from './person-link.tsx';
import { useQuery } from '@tanstack/react-query';
import { dismissSuggestion, restoreSuggestion } from '#contract/suggestions/calls.ts';
import { useAction } from '../../kit/use-action.ts';

const shown = 5;

/** Suggested people with the reasons. Shows nothing if there are none. */
export function SuggestionsCard() {
  const messages = useMessages();
  const { t } = messages;
  const { data } = useQuery(suggestions());
  const panel = useRef<HTMLDivElement>(null);
  useListFocus(panel);
  const dismiss = useAction(
    ({ uid, isBack }: { uid: string; name: string; isBack?: boolean }) =>
      isBack ? call(restoreSuggestion, { uid }) : call(dismissSuggestion, { uid }),
    {
      invalidates: [suggestions().queryKey],
      success: (_, { name, isBack }) => (isBack ? null : t('suggestions.dismissed', { name })),
      undo: (input) => ({ ...input, isBack: true }),
    },
  );
  const people = data?.items.slice(0, shown) ?? [];
  if (people.length === 0) return null;
  return (
    <Card title={t('suggestions.title')}>
      <div ref={panel} tabIndex={-1} className="outline-none">
        <ul className="@container -mb-2 grid">
          {people.map((person) => {
            const name = nameOf(person);
            return (
              <li key={person.uid}>
                <article className="flex flex-wrap items-center gap-x-2 @sm:flex-nowrap">
                  <div className="min-w-0 flex-1">
                    <PersonLink
                      person={person}
                      note={person.reasons
                        .map((reason) => reasonText(messages, reason))
                        .join(' • ')}
                    />
                  </div>
                  <div className="@max-sm:order-last @max-sm:basis-full @max-sm:ps-15 @max-sm:pb-2">
                    <ConnectButtons person={person} placement="row" />
                  </div>
                  <IconButton
                    label={t('suggestions.dismiss', { name })}
                    icon={X}
                    isPending={dismiss.pendingInput?.uid === person.uid}
                    onClick={() => dismiss.run({ uid: person.uid, name })}
                  />
                </article>
              </li>
            );
          })}
        </ul>
      </div>
    </Card>
  );
}
