import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import type { EventPage } from '#contract/events/endpoints.ts';
import type { ReplyOf } from '#contract/call.ts';
import { createEvent, setEventCover, type listEventHostChoices } from '#contract/events/calls.ts';
import { Form, FormError, SubmitButton, useForm } from '../../../kit/form.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { WhenSettled } from '../../../kit/when-settled.tsx';
import { call } from '../../../lib/call.ts';
import { errorText } from '../../../lib/error-text.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { nextTask } from '../../../lib/next-task.ts';
import { useSearch } from '../../../lib/page.tsx';
import { useSchool } from '../../../lib/school.ts';
import { upload } from '../../../lib/upload.ts';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../shell/back-link.tsx';
import { PageHeader } from '../../../shell/page-header.tsx';
import { Page } from '../../../shell/page.tsx';
import { SideColumn } from '../../../shell/side-column.tsx';
import { Note } from '../../../ui/note.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { DraftPreview } from './draft-preview.tsx';
import { datesOf, newDraft, sentOf, type EventDraft } from './event-draft.ts';
import { EventForm, fieldOfCode, problemsOf } from './event-form.tsx';
import { eventHostChoices, eventProposals, eventTags, staleEvent } from '../events.data.ts';
import english from '../messages/en.json';

addEnglish(english);

type HostChoices = ReplyOf<typeof listEventHostChoices>;

/** Creates an event, or proposes one to a club's officers. */
export function NewEventPage() {
  const { club, propose } = useSearch();
  return club !== undefined && propose !== undefined ? <ProposePage club={club} /> : <CreatePage />;
}

function ProposePage({ club }: { club: string }) {
  const { t } = useMessages();
  const proposals = useQuery(eventProposals(club));
  const { data } = proposals;
  return (
    <Page>
      <PageHeader
        title={
          data?.club == null
            ? t('events.propose')
            : t('events.proposeTitle', { club: data.club.name })
        }
        back={<BackLink to={paths.events}>{t('nav.events')}</BackLink>}
      />
      <QueryBoundary
        query={proposals}
        skeleton={['h-96', 'h-48']}
        isEmpty={(reply) => reply.club === null || !reply.club.mayPropose}
        empty={{
          icon: ShieldAlert,
          title: t('events.mayNotPropose'),
          body: t('events.mayNotProposeBody'),
        }}
        errorContent={{
          not_found: {
            icon: ShieldAlert,
            title: t('events.mayNotPropose'),
            body: t('events.mayNotProposeBody'),
          },
        }}
      >
        {(reply) =>
          reply.club && (
            <NewEvent
              isProposal
              choices={{
                school: false,
                hubs: [],
                clubs: [{ ...reply.club, tags: [] }],
                approval: false,
                // Officers set prices.
                currency: '',
              }}
            />
          )
        }
      </QueryBoundary>
    </Page>
  );
}

function CreatePage() {
  const { t } = useMessages();
  const choices = useQuery(eventHostChoices());
  const tags = useQuery(eventTags());
  return (
    <Page>
      <PageHeader
        title={t('events.new')}
        back={<BackLink to={paths.events}>{t('nav.events')}</BackLink>}
      />
      <WhenSettled queries={[choices, tags]} skeleton={['h-96', 'h-48']}>
        <QueryBoundary
          query={choices}
          isEmpty={({ school, hubs, clubs }) => !school && hubs.length + clubs.length === 0}
          empty={{
            icon: ShieldAlert,
            title: t('events.mayNotCreate'),
            body: t('events.mayNotCreateBody'),
          }}
        >
          {(data) => <NewEvent choices={data} />}
        </QueryBoundary>
      </WhenSettled>
    </Page>
  );
}

function NewEvent({ choices, isProposal = false }: { choices: HostChoices; isProposal?: boolean }) {
  const messages = useMessages();
  const { t } = messages;
  const navigate = useNavigate();
  const school = useSchool();
  const { club, hub } = useSearch();
  const tags = useQuery(eventTags());
  const [cover, setCover] = useState<Blob | null>(null);
  // A retry after a lost reply doesn't create a second event.
  const [clientId] = useState(() => crypto.randomUUID());
  const hosts = [
    ...(choices.school ? [{ value: 'school', label: school.name }] : []),
    ...choices.hubs.map(({ id, name }) => ({ value: `hub:${id}`, label: name })),
    ...choices.clubs.map(({ id, name }) => ({ value: `club:${id}`, label: name })),
  ];
  const asked = club === undefined ? (hub === undefined ? '' : `hub:${hub}`) : `club:${club}`;
  const first = hosts.find(({ value }) => value === asked) ?? hosts[0];
  const form = useForm<EventDraft, EventPage>({
    defaultValues: newDraft(first?.value ?? 'school', choices.currency),
    validate: (draft) => problemsOf(draft, messages),
    errorFields: fieldOfCode,
    save: async (draft) => {
      const [kind, id] = draft.host.split(':');
      const { rrule, ...sent } = sentOf(draft);
      const event = await call(createEvent, {
        clientId,
        ...sent,
        ...(rrule !== null ? { rrule } : draft.dates.length > 0 && { dates: datesOf(draft) }),
        ...(rrule === null &&
          draft.dates.length === 0 &&
          sent.registration === 'occurrence' && { registration: 'event' as const }),
        ...(isProposal && { isProposal }),
        ...(kind === 'club' && id !== undefined && { club: id }),
        ...(kind === 'hub' && id !== undefined && { hub: id }),
      });
      // The event exists. If its picture can't be stored, its page shows a generated one, and “Edit” offers to choose again.
      if (cover !== null)
        await upload(
          setEventCover,
          { id: event.id, upload: cover },
          { onSent: () => undefined, signal: new AbortController().signal },
        ).catch((error: unknown) => showToast({ message: errorText(error, messages) }));
      return event;
    },
    success: ({ status, proposal }) =>
      t(
        proposal === 'open'
          ? 'events.proposeSent'
          : status === 'published'
            ? 'events.published'
            : 'events.draftSaved',
      ),
    invalidates: staleEvent,
    onSuccess: async (event) => {
      // Wait until the form is clean, so that it doesn't block the navigation.
      await nextTask();
      return navigate({ to: paths.event, params: { eventId: event.id }, replace: true });
    },
  });
  const own = choices.clubs.find(({ id }) => form.values.host === `club:${id}`);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,60rem)_20rem] lg:justify-between">
      <Form form={form} isGuarded>
        {isProposal && <Note>{t('events.proposeBody')}</Note>}
        {choices.approval && <Note>{t('events.approvalFirst')}</Note>}
        <EventForm
          form={form}
          choices={{
            hosts,
            club: form.values.host.startsWith('club:') ? form.values.host.slice(5) : null,
            memberTags: own?.tags ?? [],
            tags: (tags.data?.items ?? []).map(({ tag }) => tag),
          }}
        />
        <FormError form={form} />
        <div
          data-foot-bar
          className="sticky bottom-3 z-10 flex flex-wrap items-center justify-end gap-2 rounded-card border border-line raised p-3 shadow-float max-md:bottom-[calc(var(--spacing-bottom-bar)+0.5rem)]"
        >
          <p className="min-w-0 flex-1 truncate px-1 font-medium max-sm:hidden">
            <bdi>{form.values.title}</bdi>
          </p>
          <SubmitButton form={form}>
            {t(isProposal ? 'events.proposeSend' : 'events.create')}
          </SubmitButton>
        </div>
      </Form>
      <SideColumn label={t('events.previewLabel')}>
        <DraftPreview
          draft={form.values}
          host={hosts.find(({ value }) => value === form.values.host)?.label ?? ''}
          cover={cover}
          onCover={setCover}
        />
      </SideColumn>
    </div>
  );
}
