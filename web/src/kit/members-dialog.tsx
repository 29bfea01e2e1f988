import {
  useInfiniteQuery,
  type InfiniteData,
  type UseInfiniteQueryOptions,
} from '@tanstack/react-query';
import { UserPlus, UsersRound, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Face } from '#contract/people/endpoints.ts';
import { addEnglish, useMessages } from '../lib/messages.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { QueryBoundary } from './query-boundary.tsx';
import { LoadMore } from './row-list.tsx';
import { usePeopleSearch } from './use-people-search.ts';
import english from './messages/en.json';

addEnglish(english);

interface FacePage {
  items: readonly Face[];
  nextCursor?: string | null;
}

interface MembersDialogProps {
  title: string;
  body: ReactNode;
  /** The heading of the current members. */
  inside: string;
  /** Shown while there are none. */
  none: { title: string; body: string };
  members: UseInfiniteQueryOptions<
    FacePage,
    Error,
    InfiniteData<FacePage>,
    readonly unknown[],
    string
  >;
  /** The person being added or removed. */
  busy: string | undefined;
  onPut: (person: Face, isIn: boolean) => void;
  onClose: () => void;
}

/** The members of a group: search people to add, and remove members. */
export function MembersDialog({
  title,
  body,
  inside,
  none,
  members,
  busy,
  onPut,
  onClose,
}: MembersDialogProps) {
  const { t } = useMessages();
  const [text, setText] = useState('');
  const { word, found } = usePeopleSearch(text);
  const added = useInfiniteQuery(members);
  const people = added.data?.pages.flatMap(({ items }) => items) ?? [];
  const isIn = new Set(people.map(({ uid }) => uid));
  const offered = found.data?.items.filter(({ uid }) => !isIn.has(uid)) ?? [];
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-sm text-ink-2">{body}</p>
        <SearchField takesFocus label={t('kit.findPeople')} value={text} onChange={setText} />
        {word !== '' && (
          <section aria-label={t('kit.findPeople')} aria-live="polite">
            <QueryBoundary isSmall query={found} skeleton={['h-11']}>
              {() =>
                offered.length === 0 ? (
                  <p className="text-sm text-ink-2">{t('kit.nobodyFound')}</p>
                ) : (
                  <ul className="grid gap-1">
                    {offered.map((person) => (
                      <PersonRow key={person.uid} person={person}>
                        <Button
                          variant="soft"
                          size="sm"
                          icon={UserPlus}
                          label={t('kit.addPerson', { name: nameOf(person) })}
                          isPending={busy === person.uid}
                          onClick={() => onPut(person, true)}
                        >
                          {t('kit.add')}
                        </Button>
                      </PersonRow>
                    ))}
                  </ul>
                )
              }
            </QueryBoundary>
          </section>
        )}
        <section className="grid gap-1 border-t border-line pt-4">
          <h3 className="mb-1 text-sm! font-bold">{inside}</h3>
          <QueryBoundary
            isSmall
            query={added}
            skeleton={['h-11', 'h-11']}
            empty={{ icon: UsersRound, ...none }}
          >
            {() => (
              <ul className="grid gap-1">
                {people.map((person) => (
                  <PersonRow key={person.uid} person={person}>
                    <IconButton
                      label={t('kit.removePerson', { name: nameOf(person) })}
                      icon={X}
                      isPending={busy === person.uid}
                      onClick={() => onPut(person, false)}
                    />
                  </PersonRow>
                ))}
              </ul>
            )}
          </QueryBoundary>
          <LoadMore query={added} />
        </section>
      </div>
    </Dialog>
  );
}

const nameOf = ({ firstName, lastName }: Face): string => `${firstName} ${lastName}`.trim();

function PersonRow({ person, children }: { person: Face; children: ReactNode }) {
  return (
    <li className="flex min-h-12 items-center gap-3">
      <Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2.25} />
      <span dir="auto" className="page-start min-w-0 flex-1 truncate font-medium">
        {nameOf(person)}
      </span>
      {children}
    </li>
  );
}
