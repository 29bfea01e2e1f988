import { useNavigate } from '@tanstack/react-router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ImagePlus, ShieldAlert, Ticket, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { editScopes, type EditScope } from '#contract/events/limits.ts';
import type { EventSettings } from '#contract/events/manage.endpoints.ts';
import {
  getEventSettings,
  removeEventCover,
  setEventCover,
  updateEvent,
} from '#contract/events/calls.ts';
import { Form, FormError, useForm } from '../../../kit/form.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { SaveBar } from '../../../kit/save-bar.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { useUpload } from '../../../kit/use-upload.ts';
import { call } from '../../../lib/call.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { nextTask } from '../../../lib/next-task.ts';
import { useParams, useSearch } from '../../../lib/page.tsx';
import { upload } from '../../../lib/upload.ts';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../shell/back-link.tsx';
import { PageHeader } from '../../../shell/page-header.tsx';
import { Page } from '../../../shell/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { changesOf, draftOf, type EventDraft } from './event-draft.ts';
import {
  DateForm,
  dateChangesOf,
  dateDraftOf,
  dateProblemsOf,
  fieldOfDateCode,
  type OneDateDraft,
} from './date-form.tsx';
import { EventForm, fieldOfCode, problemsOf } from './event-form.tsx';
import { EventPicture } from '../event-picture.tsx';
import { eventSettings, eventTags, staleEvent } from '../events.data.ts';
import english from '../messages/en.json';

addEnglish(english);

/** The page to edit an event. */
export function EditEventPage() {
  const { t } = useMessages();
  const { eventId = '' } = useParams();
  const { occurrence } = useSearch();
  const settings = useQuery({
    ...eventSettings(eventId, occurrence),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Page width="read">
      <PageHeader title={t('events.editTitle')} back={<BackToEvent id={eventId} />} />
      <QueryBoundary
        query={settings}
        skeleton={['h-96', 'h-48']}
        isEmpty={() => false}
        errorContent={{
          not_found: {
            icon: Ticket,
            title: t('events.notFound'),
            body: t('events.notFoundBody'),
          },
          forbidden: {
            icon: ShieldAlert,
            title: t('events.mayNotManage'),
            body: t('events.mayNotManageBody'),
          },
        }}
      >
        {(data) => <Editor key={`${data.id} ${data.version}`} event={data} />}
      </QueryBoundary>
    </Page>
  );
}

export function BackToEvent({ id }: { id: string }) {
  const { t } = useMessages();
  const { occurrence } = useSearch();
  return (
    <BackLink
      to={paths.event}
      params={{ eventId: id }}
      {...(occurrence !== undefined && { search: { occurrence } })}
    >
      {t('events.toEvent')}
    </BackLink>
  );
}

/** For a series, the user chooses the opened date, the following ones or all. A single date has fewer settings. */
function Editor({ event }: { event: EventSettings }) {
  const { t } = useMessages();
  const { occurrence } = useSearch();
  const isSeries = event.rrule !== null && occurrence !== undefined;
  const [scope, setScope] = useState<EditScope>(isSeries ? 'this' : 'all');
  const [isDirty, setIsDirty] = useState(false);
  const isOtherForm = (value: EditScope) => (value === 'this') !== (scope === 'this');
  const choice = isSeries && (
    <Card>
      <RadioGroup
        label={t('events.scope')}
        {...(isDirty && { description: t('events.scopeHeld') })}
        value={scope}
        options={editScopes.map((value) => ({
          value,
          label: t(`events.scope_${value}`),
          // A single date has another form, which would lose the unsaved changes.
          isDisabled: isDirty && isOtherForm(value),
          ...(value === 'this' && { description: t('events.scopeThisBody') }),
        }))}
        onChange={setScope}
      />
    </Card>
  );
  return (
    <div className="grid gap-5">
      {scope !== 'this' && <Cover event={event} />}
      {event.registered > 0 && (
        <Note title={t('events.registeredNote', { count: event.registered })}>
          {t('events.registeredNoteBody')}
        </Note>
      )}
      {choice}
      {scope === 'this' ? (
        <DateEditor event={event} onDirty={setIsDirty} />
      ) : (
        <AllEditor event={event} scope={scope} onDirty={setIsDirty} />
      )}
    </div>
  );
}

/** Shows the saved event at its current date. */
function useSaved() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { occurrence } = useSearch();
  return async (event: EventSettings, reply: EventSettings) => {
    const at = occurrence === undefined ? undefined : reply.occurrence;
    client.setQueryData(eventSettings(reply.id, at).queryKey, reply);
    await nextTask();
    // Splitting a series creates a new event, and moving a date changes its `occurrence`.
    if (reply.id !== event.id || at !== occurrence)
      void navigate({
        to: paths.editEvent,
        params: { eventId: reply.id },
        search: at === undefined ? {} : { occurrence: at },
        replace: true,
      });
  };
}

// The edited date may have a new `occurrence`, so don't refetch it by the old one.
const stale = staleEvent.filter((name) => name !== getEventSettings);

interface EditorProps {
  event: EventSettings;
  /** Called when the form becomes dirty or clean. */
  onDirty: (isDirty: boolean) => void;
}

function DateEditor({ event, onDirty }: EditorProps) {
  const messages = useMessages();
  const { t } = messages;
  const saved = useSaved();
  const [former] = useState(() => dateDraftOf(event));
  const form = useForm<OneDateDraft, EventSettings>({
    defaultValues: former,
    validate: (draft) => dateProblemsOf(draft, messages),
    errorFields: fieldOfDateCode,
    save: (draft) =>
      call(updateEvent, {
        id: event.id,
        version: event.version,
        ...dateChangesOf(draft, former),
        scope: 'this',
        occurrence: event.occurrence,
      }),
    savedValues: (_, reply) => dateDraftOf(reply),
    success: t('events.saved'),
    invalidates: stale,
    onSuccess: (reply) => saved(event, reply),
  });
  useEffect(() => onDirty(form.isDirty), [form.isDirty, onDirty]);
  return (
    <Form form={form} isGuarded>
      <DateForm event={event} form={form} />
      <FormError form={form} />
      <SaveBar
        isDirty={form.isDirty}
        isPending={form.isPending}
        error={null}
        onDiscard={() => form.reset()}
      />
    </Form>
  );
}

function AllEditor({ event, scope, onDirty }: EditorProps & { scope: 'following' | 'all' }) {
  const messages = useMessages();
  const { t } = messages;
  const saved = useSaved();
  const tags = useQuery(eventTags());
  const [former] = useState(() => draftOf(event));
  const form = useForm<EventDraft, EventSettings>({
    defaultValues: former,
    validate: (draft) => problemsOf(draft, messages),
    errorFields: fieldOfCode,
    save: (draft) =>
      call(updateEvent, {
        id: event.id,
        version: event.version,
        ...changesOf(draft, former, event.occurrence),
        ...(event.rrule !== null && { scope, occurrence: event.occurrence }),
      }),
    savedValues: (_, reply) => draftOf(reply),
    success: t('events.saved'),
    invalidates: stale,
    onSuccess: (reply) => saved(event, reply),
  });
  useEffect(() => onDirty(form.isDirty), [form.isDirty, onDirty]);
  return (
    <Form form={form} isGuarded>
      <EventForm
        form={form}
        isExisting
        isAnswered={event.registered > 0}
        choices={{
          hosts: [],
          club: event.host.kind === 'club' ? event.host.id : null,
          memberTags: event.clubTags,
          tags: (tags.data?.items ?? []).map(({ tag }) => tag),
        }}
      />
      <FormError form={form} />
      <SaveBar
        isDirty={form.isDirty}
        isPending={form.isPending}
        error={null}
        onDiscard={() => form.reset()}
      />
    </Form>
  );
}

/** The event's picture. Each change saves immediately. */
function Cover({ event }: { event: EventSettings }) {
  const { t } = useMessages();
  const { id } = event;
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const put = useUpload((file: Blob, way) => upload(setEventCover, { id, upload: file }, way), {
    invalidates: staleEvent,
    success: t('events.coverSaved'),
  });
  const remove = useAction(() => call(removeEventCover, { id }), {
    invalidates: staleEvent,
    success: t('events.coverRemoved'),
    // The button that had the focus is gone.
    onSuccess: () => chooser.current?.focus(),
  });
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <EventPicture event={event} className="h-20 w-40 rounded-card" />
        <div className="grid min-w-0 flex-1 basis-48 gap-2">
          <p className="font-medium">{t('events.cover')}</p>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={t('events.chooseCover')}
            accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
            onChange={({ target }) => {
              const file = target.files?.[0];
              target.value = '';
              if (file) put.run(file);
            }}
          />
          <span className="flex flex-wrap gap-2">
            <Button
              ref={chooser}
              size="sm"
              icon={ImagePlus}
              isPending={put.isPending}
              onClick={() => input.current?.click()}
            >
              {t('events.chooseCover')}
            </Button>
            {event.cover !== null && (
              <Button
                size="sm"
                variant="quiet"
                icon={Trash2}
                isPending={remove.isPending}
                onClick={() => remove.run()}
              >
                {t('events.removeCover')}
              </Button>
            )}
          </span>
          {put.isPending && <ProgressBar label={t('events.sendingCover')} share={put.share} />}
        </div>
      </div>
    </Card>
  );
}
