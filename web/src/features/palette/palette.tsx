import { useRouter } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { BookOpen, Search, Ticket } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useDebounced } from '../../lib/debounce.ts';
import { addEnglish, useMessages, type Messages } from '../../lib/messages.ts';
import { useSchool } from '../../lib/school.ts';
import { useUser } from '../../lib/session-store.ts';
import { conversationPath, paths, profileHref } from '../../paths.ts';
import { isPaletteOpen } from '../../shell/palette-open.ts';
import { AriaProvider } from '../../ui/aria-provider.tsx';
import { lineOf, nameOf } from '../people/person.ts';
import { savedSearches } from '../saved-searches/saved-searches.data.ts';
import { actionChoices, matching, pageChoices, savedChoices, type Choice } from './choices.ts';
import {
  clubsQuery,
  conversationsQuery,
  coursesQuery,
  eventsQuery,
  peopleQuery,
  placesShown,
} from './palette.data.ts';
import { PaletteList, type Section } from './palette-list.tsx';
import { recentChoices, rememberChoice } from './recent.ts';
import english from './messages/en.json';

addEnglish(english);

/** Number of pages and saved searches shown before typing. */
const pagesShown = 5;
const savedShown = 5;

const close = () => isPaletteOpen.set(false);

/**
 * Finds people, conversations, clubs, events, the user's courses, pages and actions from anywhere. It is full-screen on phones, and a panel
 * near the top elsewhere.
 */
export function Palette() {
  const { t } = useMessages();
  return (
    <AriaProvider>
      <ModalOverlay
        isOpen
        isDismissable
        onOpenChange={(open) => {
          if (!open) close();
        }}
        data-covered
        className="fixed inset-0 z-40 flex items-start justify-center bg-scrim animate-appear sm:p-6 sm:pt-[12vh]"
      >
        <Modal className="forced-edge flex h-dvh w-full flex-col overflow-hidden raised shadow-float sm:h-auto sm:max-h-[min(70dvh,34rem)] sm:max-w-xl sm:animate-settle sm:rounded-card">
          <Dialog
            aria-label={t('palette.title')}
            className="flex min-h-0 flex-1 flex-col outline-none"
          >
            <PaletteContent />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </AriaProvider>
  );
}

const inDirectory = (text: string, { t }: Messages): Choice => ({
  id: 'directory',
  label: t('palette.directory', { text }),
  icon: Search,
  href: `${paths.directory}?${new URLSearchParams({ search_word: text })}`,
});

function PaletteContent() {
  const messages = useMessages();
  const { t } = messages;
  const user = useUser();
  const school = useSchool();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  useDebounced(text.trim(), setAsked);
  const typed = text.trim();
  // Four calls per text, regardless of the number of results.
  const people = useQuery(peopleQuery(asked));
  const clubs = useQuery(clubsQuery(asked));
  const events = useQuery(eventsQuery(asked));
  const conversations = useQuery(conversationsQuery(asked));
  const courses = useQuery(coursesQuery(typed !== '')).data?.items;

  // Values that don't depend on the text are created once, so that rows re-render only if they change.
  const { permissions } = user;
  const isConnectOn = school.config.connect;
  const pages = useMemo(
    () => pageChoices(messages, { permissions, isConnectOn }),
    [messages, permissions, isConnectOn],
  );
  const actions = useMemo(() => actionChoices(messages), [messages]);
  const saved = useQuery(savedSearches()).data?.items;
  const savedSearchChoices = useMemo(() => savedChoices(saved ?? [], messages), [saved, messages]);
  const answer = asked === '' ? undefined : people.data?.[0]?.people;
  const last = useMemo<Choice[]>(
    () =>
      (answer ?? []).map((person) => ({
        id: `person:${person.uid}`,
        label: nameOf(person),
        note: lineOf(person),
        photoUrl: person.photoUrl,
        href: profileHref(person.uid),
      })),
    [answer],
  );
  const { date, list } = messages;
  const clubChoices = useMemo<Choice[]>(
    () =>
      (asked === '' ? [] : (clubs.data?.items ?? [])).map(({ id, name, Logo, Type }) => ({
        id: `club:${id}`,
        label: name,
        photoUrl: Logo ?? null,
        shape: 'square',
        href: `/clubs/${encodeURIComponent(id)}`,
        ...(Type && { note: Type.name }),
      })),
    [asked, clubs.data],
  );
  const eventChoices = useMemo<Choice[]>(
    () =>
      (asked === '' ? [] : (events.data?.items ?? [])).map(
        ({ id, title, dateStart, isAllDay }) => ({
          id: `event:${id}`,
          label: title,
          icon: Ticket,
          href: `/events/${encodeURIComponent(id)}`,
          note: date(dateStart, isAllDay ? 'medium' : 'day and time'),
        }),
      ),
    [asked, events.data, date],
  );
  const conversationChoices = useMemo<Choice[]>(
    () =>
      (conversations.data?.items ?? [])
        // A search lists people instead of direct conversations, because their profiles link to these.
        .filter(({ kind }) => asked === '' || kind === 'group')
        .slice(0, placesShown)
        .map(({ id, name, kind, people: members, pictureUrl }) => {
          const isDirect = kind === 'direct';
          const names = list(
            members.map((one) => (isDirect ? nameOf(one) : one.firstName || nameOf(one))),
          );
          return {
            id: `conversation:${id}`,
            label: name ?? names,
            photoUrl: isDirect ? (members[0]?.photoUrl ?? null) : pictureUrl,
            href: conversationPath(id),
            ...(!isDirect && { shape: 'square' as const }),
            ...(name !== null && { note: names }),
          };
        })
        // Skips conversations that everyone else has left.
        .filter(({ label }) => label !== ''),
    [asked, conversations.data, list],
  );
  const courseChoices = useMemo<Choice[]>(
    () =>
      (courses ?? []).map(({ id, number, title }) => ({
        id: `course:${id}`,
        label: title,
        icon: BookOpen,
        href: `/edu/${encodeURIComponent(id)}`,
        note: number,
      })),
    [courses],
  );
  // Until the results for this text arrive, show only previous results that still match, so that no one opens the wrong
  // person.
  const isAnswered = typed === asked && !people.isPlaceholderData;
  const areClubsAnswered = typed === asked && !clubs.isPlaceholderData;
  const areConversationsAnswered = typed === asked && !conversations.isPlaceholderData;
  const areEventsAnswered = typed === asked && !events.isPlaceholderData;
  const sections = useMemo<Section[]>(() => {
    const every: Section[] =
      typed === ''
        ? [
            {
              label: t('palette.recent'),
              choices: recentChoices(user.uid, [...pages, ...savedSearchChoices, ...actions]),
            },
            { label: t('palette.conversations'), choices: asked === '' ? conversationChoices : [] },
            { label: t('palette.pages'), choices: pages.slice(0, pagesShown) },
            { label: t('saved.titleLong'), choices: savedSearchChoices.slice(0, savedShown) },
            { label: t('palette.actions'), choices: actions },
          ]
        : [
            { label: t('palette.pages'), choices: matching(pages, typed) },
            { label: t('saved.titleLong'), choices: matching(savedSearchChoices, typed) },
            { label: t('palette.people'), choices: isAnswered ? last : matching(last, typed) },
            {
              label: t('palette.conversations'),
              choices: areConversationsAnswered
                ? conversationChoices
                : matching(conversationChoices, typed),
            },
            {
              label: t('nav.clubs'),
              choices: areClubsAnswered ? clubChoices : matching(clubChoices, typed),
            },
            {
              label: t('nav.events'),
              choices: areEventsAnswered ? eventChoices : matching(eventChoices, typed),
            },
            { label: t('nav.courses'), choices: matching(courseChoices, typed) },
            {
              label: t('palette.actions'),
              choices: [...matching(actions, typed), inDirectory(typed, messages)],
            },
          ];
    return every.filter(({ choices }) => choices.length > 0);
  }, [
    typed,
    t,
    user.uid,
    pages,
    savedSearchChoices,
    actions,
    asked,
    last,
    isAnswered,
    conversationChoices,
    areConversationsAnswered,
    clubChoices,
    areClubsAnswered,
    eventChoices,
    areEventsAnswered,
    courseChoices,
    messages,
  ]);

  const choose = useChoose();
  return (
    <PaletteList
      text={text}
      onText={setText}
      sections={sections}
      isSearching={
        typed !== '' &&
        (people.isFetching ||
          clubs.isFetching ||
          events.isFetching ||
          conversations.isFetching ||
          typed !== asked)
      }
      isFirstSearch={typed !== '' && people.data === undefined && !people.isError}
      error={typed !== '' && people.isError ? t('palette.failed') : null}
      onRetry={() => void people.refetch()}
      onChoose={choose}
      onClose={close}
    />
  );
}

/** Returns a function that remembers a choice, and opens or runs it. */
function useChoose() {
  const user = useUser();
  const router = useRouter();
  const choose = useCallback(
    (choice: Choice, inNewTab: boolean) => {
      if (choice.id !== 'directory') rememberChoice(user.uid, choice);
      if (choice.href !== undefined && inNewTab) {
        window.open(choice.href, '_blank', 'noopener');
        return;
      }
      close();
      if (choice.href !== undefined) void router.navigate({ href: choice.href });
      // The focus returns before the action may move it.
      else requestAnimationFrame(() => choice.run?.());
    },
    [router, user.uid],
  );
  return choose;
}
