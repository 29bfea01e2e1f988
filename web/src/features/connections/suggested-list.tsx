import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { PersonRow } from '../people/person-card.tsx';
import { profileLink } from '../people/person.ts';
import { reasonText } from '../people/suggestion-reason.ts';
import { suggestionsPage } from '../people/suggestions.data.ts';

/** People that the user may know, with the reasons. */
export function SuggestedList() {
  const messages = useMessages();
  const { t } = messages;
  return (
    <QueryBoundary
      query={useQuery(suggestionsPage())}
      skeleton={['h-19', 'h-19', 'h-19', 'h-19']}
      isEmpty={({ items }) => items.length === 0}
      empty={{
        icon: UsersRound,
        title: t('connections.suggestedNone'),
        body: t('connections.suggestedNoneBody'),
        action: (
          <Link to={paths.directory} className={buttonClass({ variant: 'primary' })}>
            {t('connections.find')}
          </Link>
        ),
      }}
    >
      {({ items }) => (
        <ul aria-label={t('connections.suggested')}>
          {items.map((person) => (
            <li key={person.uid}>
              <PersonRow
                person={person}
                openLink={profileLink}
                note={person.reasons.map((reason) => reasonText(messages, reason)).join(' • ')}
              />
            </li>
          ))}
        </ul>
      )}
    </QueryBoundary>
  );
}
