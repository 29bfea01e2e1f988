import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { UserPlus, UsersRound, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ManagedHub } from '#contract/hubs.ts';
import type { Face } from '#contract/people.ts';
import { useDebounced } from '../../lib/debounce.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { showAlert } from '../../ui/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { hubMembers, peopleLike, setMember } from './hubs.data.ts';

/** People who are in a hub because somebody added them: found by name, taken out with a way back. */
export function MembersDialog({ hub, onClose }: { hub: ManagedHub; onClose: () => void }) {
  const messages = useMessages();
  const { t } = messages;
  const [text, setText] = useState('');
  const [word, setWord] = useState('');
  useDebounced(text.trim(), setWord);
  const added = useInfiniteQuery(hubMembers(hub.id));
  const found = useQuery({ ...peopleLike(word), enabled: word !== '' });
  const [busy, setBusy] = useState<string | null>(null);
  const people = added.data?.pages.flatMap(({ items }) => items) ?? [];
  const isIn = new Set(people.map(({ uid }) => uid));

  async function put(person: Face, isNext: boolean) {
    setBusy(person.uid);
    const name = nameOf(person);
    try {
      await setMember(hub.id, person.uid, isNext);
      if (isNext) showToast({ message: t('hubs.personAdded', { name }) });
      else
        showToast({
          message: t('hubs.personRemoved', { name }),
          action: { label: t('privacy.undo'), run: () => void put(person, true) },
        });
    } catch (error) {
      showAlert({ type: 'Error', message: errorText(error, messages), autoClose: true });
    } finally {
      setBusy(null);
    }
  }

  const offered = word === '' ? [] : (found.data?.items ?? []).filter(({ uid }) => !isIn.has(uid));
  return (
    <Dialog title={t('hubs.peopleOf', { name: hub.name })} isOpen onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-sm text-ink-2">{t('hubs.peopleBody')}</p>
        <SearchField
          takesFocus
          label={t('hubs.find')}
          placeholder={t('hubs.find')}
          value={text}
          onChange={setText}
        />
        {word !== '' && (
          <section aria-label={t('hubs.find')} aria-live="polite">
            {found.error ? (
              <ErrorState
                isSmall
                error={found.error}
                onRetry={() => void found.refetch()}
                isRetrying={found.isFetching}
              />
            ) : offered.length > 0 ? (
              <ul className="grid gap-1">
                {offered.map((person) => (
                  <Row key={person.uid} person={person}>
                    <Button
                      variant="soft"
                      size="sm"
                      icon={UserPlus}
                      label={t('hubs.addPerson', { name: nameOf(person) })}
                      isPending={busy === person.uid}
                      onClick={() => void put(person, true)}
                    >
                      {t('menus.addIt')}
                    </Button>
                  </Row>
                ))}
              </ul>
            ) : (
              !found.isFetching && <p className="text-sm text-ink-2">{t('hubs.nobodyFound')}</p>
            )}
          </section>
        )}
        <section className="grid gap-1 border-t border-line pt-4">
          <h3 className="mb-1 text-sm! font-bold">{t('hubs.added')}</h3>
          {added.data === undefined ? (
            added.error ? (
              <ErrorState
                isSmall
                error={added.error}
                onRetry={() => void added.refetch()}
                isRetrying={added.isFetching}
              />
            ) : (
              <Loading className="grid gap-2">
                <Skeleton className="h-11" />
                <Skeleton className="h-11" />
              </Loading>
            )
          ) : people.length === 0 ? (
            <EmptyState isSmall icon={UsersRound} title={t('hubs.addedNone')}>
              {t('hubs.addedNoneBody')}
            </EmptyState>
          ) : (
            <ul className="grid gap-1">
              {people.map((person) => (
                <Row key={person.uid} person={person}>
                  <IconButton
                    label={t('hubs.removePerson', { name: nameOf(person) })}
                    icon={X}
                    isPending={busy === person.uid}
                    onClick={() => void put(person, false)}
                  />
                </Row>
              ))}
            </ul>
          )}
          {added.hasNextPage && (
            <Button
              variant="outline"
              isPending={added.isFetchingNextPage}
              onClick={() => void added.fetchNextPage()}
            >
              {t('hubs.morePeople')}
            </Button>
          )}
        </section>
      </div>
    </Dialog>
  );
}

const nameOf = ({ firstName, lastName }: Face): string => `${firstName} ${lastName}`.trim();

function Row({ person, children }: { person: Face; children: ReactNode }) {
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
